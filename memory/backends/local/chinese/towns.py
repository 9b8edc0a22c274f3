"""Towns, districts and countries of which jieba's dictionary does not say that they are places.

China's prefectures, the districts of its largest cities, and the towns abroad that Chinese speakers
live in; what the dictionary knows as a place is not repeated.
"""

# Written like no other everyday word: the tagger is told that they are places.
TOWNS = frozenset(
    (
        "石家庄 唐山 秦皇岛 张家口 承德 阳泉 吕梁 包头 通辽 呼伦贝尔 大连 本溪 营口 盘锦 "
        "铁岭 齐齐哈尔 "
        "伊春 南通 连云港 宿迁 嘉兴 金华 合肥 宁德 景德镇 新余 烟台 焦作 许昌 商丘 信阳 "
        "周口 恩施 仙桃 "
        "邵阳 岳阳 常德 张家界 怀化 娄底 茂名 清远 桂林 百色 崇左 海口 自贡 攀枝花 广元 "
        "资阳 遵义 毕节 "
        "铜仁 凯里 曲靖 玉溪 昭通 拉萨 林芝 宝鸡 商洛 天水 武威 平凉 酒泉 银川 吴忠 "
        "克拉玛依 哈密 高雄 "
        "义乌 常熟 张家港 慈溪 余姚 顺德 徐汇 闵行 静安 杨浦 奉贤 昌平 顺义 房山 石景山 "
        "门头沟 怀柔 "
        "回龙观 亦庄 天通苑 五道口 宝安 龙岗 龙华 越秀 海珠 增城 从化 余杭 萧山 拱墅 "
        "武侯 渝中 沙坪坝 "
        "洪山 雁塔 碑林 岳麓 开福 建邺 吴中 相城 吴江 东北 江浙沪 珠三角 长三角 北上广 "
        "陇南 名古屋 神户 "
        "首尔 清迈 普吉岛 芭提雅 吉隆坡 槟城 马尼拉 胡志明市 金边 仰光 新德里 阿布扎比 "
        "多哈 伊斯坦布尔 "
        "特拉维夫 莫斯科 曼彻斯特 里昂 马赛 柏林 慕尼黑 法兰克福 科隆 斯图加特 海德堡 "
        "苏黎世 巴塞尔 "
        "布拉格 布达佩斯 威尼斯 马德里 鹿特丹 斯德哥尔摩 奥斯陆 赫尔辛基 都柏林 西雅图 "
        "波士顿 休斯顿 "
        "达拉斯 奥斯汀 迈阿密 硅谷 圣何塞 拉斯维加斯 夏威夷 多伦多 温哥华 卡尔加里 布里斯班 珀斯 "
        "阿德莱德 奥克兰 惠灵顿 基督城 开罗 圣保罗 里约 马尔代夫 斯里兰卡 尼泊尔 阿根廷 "
        "爱尔兰 乌克兰 "
        "哈萨克斯坦 三藩市 冲绳 仙台 迪拜 墨尔本 悉尼 大阪 京都 罗马 米兰 阿姆斯特丹 "
        "巴塞罗那 里斯本 "
        "维也纳 曼谷 洛杉矶 旧金山 芝加哥"
    ).split()
)
# Also words of another meaning (白银, 日照): places only where a place is expected.
ALSO_TOWNS = frozenset(
    (
        "保定 大同 长治 运城 通化 三明 龙岩 日照 开封 黄石 孝感 河源 玉林 来宾 安顺 大理 "
        "安康 金昌 白银 "
        "台中 石狮 宝山 普陀 金山 崇明 大兴 平谷 国贸 光明 白云 金牛 高新区 双流 南岸 "
        "光谷 未央 芙蓉 "
        "雨花 鼓楼 玄武 秦淮 园区 关中 河内 牛津 华盛顿 湾区 魔都 帝都 羊城 山城 江南 "
        "华北 华南 西北 "
        "西南 华东 华中 海外 国外"
    ).split()
)
