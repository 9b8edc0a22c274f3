"""The small labelled sets of the suite `seeds`, written for it, in English and Chinese."""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Standing:
    """What was said once, a message that it bears on, and the word that has to be there."""

    said: str
    asked: str
    wanted: str


@dataclass(frozen=True, slots=True)
class Changed:
    old_said: str
    new_said: str
    asked: str
    old: str


@dataclass(frozen=True, slots=True)
class FollowUp:
    """`asked` leans on `before` (and its answer): the right fact has `name` and `wanted`."""

    before: str
    answer: str
    asked: str
    name: str
    wanted: str


STANDING = (
    Standing("I'm allergic to peanuts.", "Suggest a snack for the flight.", "peanuts"),
    Standing("I'm vegetarian.", "What should I cook tonight?", "vegetarian"),
    Standing("I can't eat gluten.", "Which bread should I buy?", "gluten"),
    Standing("I'm allergic to penicillin.", "The doctor wants to give me pills.", "penicillin"),
    Standing("Please keep your answers short.", "Explain how vaccines work.", "short"),
    Standing("I like hiking.", "What could I do this weekend?", "hiking"),
    Standing("I hate cilantro.", "Give me a taco recipe.", "cilantro"),
    Standing("My favourite colour is green.", "Which paint for my room?", "green"),
    Standing("I never drink alcohol.", "What should I order at the bar?", "alcohol"),
    Standing("I have asthma.", "Is running outside today a good idea?", "asthma"),
    Standing("我对芒果过敏。", "推荐一个甜点。", "芒果"),
    Standing("我不吃香菜。", "教我做凉拌菜。", "香菜"),
    Standing("我喜欢爬山。", "周末做什么好？", "爬山"),
    Standing("我有糖尿病。", "早餐吃什么？", "糖尿病"),
    Standing("我最喜欢的颜色是蓝色。", "窗帘选什么颜色？", "蓝色"),
    Standing("我对青霉素过敏。", "医生要给我开药。", "青霉素"),
    Standing("我从不喝酒。", "聚会喝什么？", "酒"),
    Standing("我讨厌榴莲。", "买什么水果？", "榴莲"),
)
SMALL_TALK = (
    "Thanks, that was helpful.",
    "What is the weather usually like in spring?",
    "谢谢，明白了。",
    "Can you explain what an index fund is?",
    "今天聊得很开心。",
    "How do I boil an egg?",
)
CHANGES = (
    Changed("I live in Berlin.", "I've moved to Lisbon.", "Where do I live?", "Berlin"),
    Changed("I work at Siemens.", "I now work at Bosch.", "Where do I work?", "Siemens"),
    Changed(
        "My favourite player is Ronaldo.",
        "My favourite player is Messi now.",
        "Who is my favourite player?",
        "Ronaldo",
    ),
    Changed("I'm a teacher.", "I'm a nurse now.", "What is my job?", "teacher"),
    Changed("I'm single.", "I got married last week.", "Am I married?", "single"),
    Changed(
        "Please keep answers short.",
        "Please give me long, detailed answers from now on.",
        "How long should your answers be?",
        "short",
    ),
    Changed("我住在北京。", "我搬到了成都。", "我住在哪里？", "北京"),
    Changed("我在华为工作。", "我跳槽到了小米。", "我在哪里上班？", "华为"),
    Changed("我最喜欢的颜色是红色。", "我最喜欢的颜色现在是绿色。", "我最喜欢什么颜色？", "红色"),
    Changed("我是老师。", "我现在是律师。", "我是做什么工作的？", "老师"),
)
_PEOPLE_EN = (
    ("Anna", "nurse", "Hamburg", "chess", "parrot"),
    ("Tom", "carpenter", "Leeds", "rowing", "beagle"),
    ("Carlos", "chef", "Porto", "surfing", "iguana"),
    ("Ingrid", "pilot", "Bergen", "knitting", "hamster"),
    ("Yusuf", "lawyer", "Izmir", "archery", "canary"),
    ("Priya", "dentist", "Pune", "pottery", "turtle"),
    ("Marek", "plumber", "Gdansk", "fencing", "ferret"),
    ("Chloe", "florist", "Lyon", "ballet", "rabbit"),
    ("Kenji", "baker", "Osaka", "judo", "goldfish"),
    ("Nadia", "architect", "Tunis", "sailing", "gecko"),
)
_PEOPLE_ZH = (
    ("小丽", "护士", "杭州", "下棋", "鹦鹉"),
    ("阿强", "木匠", "长沙", "划船", "金毛"),
    ("王芳", "厨师", "厦门", "冲浪", "蜥蜴"),
    ("李明", "飞行员", "大连", "织毛衣", "仓鼠"),
    ("陈静", "律师", "苏州", "射箭", "金丝雀"),
    ("张伟", "牙医", "青岛", "陶艺", "乌龟"),
    ("刘洋", "水管工", "西安", "击剑", "雪貂"),
    ("赵敏", "花艺师", "昆明", "芭蕾", "兔子"),
    ("孙浩", "面包师", "天津", "柔道", "金鱼"),
    ("周婷", "建筑师", "武汉", "帆船", "壁虎"),
)
_ASKED_EN = (
    ("And what do they do for work?", 1),
    ("And which city?", 2),
    ("What about hobbies?", 3),
    ("And what kind of pet?", 4),
)
_ASKED_ZH = (
    ("那做什么工作呢？", 1),
    ("那住在哪个城市呢？", 2),
    ("那爱好呢？", 3),
    ("那养了什么宠物呢？", 4),
)


def facts() -> Iterator[str]:
    """Yield what the follow-ups ask about."""
    for name, job, city, hobby, pet in _PEOPLE_EN:
        yield f"My friend {name} works as a {job}."
        yield f"{name} moved to the city of {city} years ago."
        yield f"The hobby that {name} enjoys most is {hobby}."
        yield f"{name} keeps a pet at home, a {pet}."
    for name, job, city, hobby, pet in _PEOPLE_ZH:
        yield f"我的朋友{name}的工作是{job}。"
        yield f"{name}几年前搬到了{city}这个城市。"
        yield f"{name}最大的爱好是{hobby}。"
        yield f"{name}家里养了一只宠物{pet}。"


def follow_ups() -> Iterator[FollowUp]:
    """Yield each person with each elliptic question, after a question about something else."""
    for people, asked, before, answer in (
        (_PEOPLE_EN, _ASKED_EN, "Do you remember my friend {}?", "Yes, you told me about {}."),
        (_PEOPLE_ZH, _ASKED_ZH, "你记得{}吗？", "记得，你跟我说过{}。"),
    ):
        for person in people:
            for question, place in asked:
                yield FollowUp(
                    before=before.format(person[0]),
                    answer=answer.format(person[0]),
                    asked=question,
                    name=person[0],
                    wanted=person[place],
                )
