"""Closed classes of the surface rules: nationalities, medicines by name, things that are owned."""

from memory.backends.local.frame import words

DEMONYMS = words(
    "afghan albanian algerian american angolan argentine argentinian armenian australian aussie"
    " austrian azerbaijani bahraini bangladeshi basque belarusian belgian bolivian bosnian brazilian"
    " brit british bulgarian burmese cambodian cameroonian canadian catalan chadian chilean chinese"
    " colombian congolese croatian cuban cypriot czech danish dominican dutch ecuadorian egyptian"
    " english eritrean estonian ethiopian fijian filipino filipina finnish french gambian georgian"
    " german ghanaian greek guatemalan haitian honduran hungarian icelandic indian indonesian iranian"
    " iraqi irish israeli italian ivorian jamaican japanese jordanian kazakh kenyan korean kosovan"
    " kurdish kuwaiti laotian latvian lebanese liberian libyan lithuanian macedonian malagasy"
    " malaysian malian maltese mauritian mexican moldovan mongolian moroccan mozambican namibian"
    " nepali nepalese nicaraguan nigerian nigerien norwegian omani pakistani palestinian panamanian"
    " paraguayan peruvian polish portuguese qatari romanian russian rwandan salvadoran saudi scottish"
    " scot senegalese serbian singaporean slovak slovenian somali spanish sri-lankan sudanese swedish"
    " swiss syrian taiwanese tanzanian thai tibetan togolese tunisian turkish ugandan ukrainian"
    " uruguayan uzbek venezuelan vietnamese welsh yemeni zambian zimbabwean kiwi scouse"
)
MEDICINES = words(
    "warfarin metformin statins insulin ibuprofen paracetamol aspirin thyroxine levothyroxine"
    " antidepressants antihistamines antibiotics steroids prednisone prednisolone methotrexate"
    " sertraline fluoxetine prozac zoloft lexapro escitalopram citalopram venlafaxine lithium ritalin"
    " adderall concerta vyvanse elvanse omeprazole lansoprazole lisinopril ramipril amlodipine"
    " losartan bisoprolol propranolol atorvastatin simvastatin rosuvastatin gabapentin pregabalin"
    " ventolin salbutamol albuterol symbicort ozempic wegovy mounjaro humira biologics chemo"
    " chemotherapy prep hrt antacids painkillers melatonin amitriptyline naproxen codeine tramadol"
    " morphine apixaban eliquis clopidogrel levetiracetam keppra lamotrigine semaglutide"
    " finasteride spironolactone accutane isotretinoin roaccutane antipsychotics quetiapine"
    " olanzapine buspirone bupropion wellbutrin mirtazapine duloxetine cymbalta tamoxifen"
    " montelukast cetirizine loratadine fexofenadine epipen"
)
MEDICINE_WORDS = words(
    "medication medications medicine meds pill pills tablets inhaler injections supplements iron"
    " blockers thinners inhibitors antidepressant inhalers shots vitamins patches drops"
)
FOODS = words(
    "meat beef pork lamb chicken fish seafood shellfish prawns shrimp eggs egg dairy milk cheese"
    " butter cream yogurt yoghurt gluten wheat bread pasta rice sugar sweets salt caffeine coffee"
    " tea alcohol wine beer spirits soda nuts peanuts almonds soy tofu mushrooms onions onion garlic"
    " tomatoes tomato cilantro coriander olives avocado bananas grapefruit chocolate spicy chili"
    " chillies pepper peppers processed fried bacon ham gelatine gelatin honey lactose fructose"
    " carbs cucumber broccoli spinach aubergine eggplant oysters mussels crab lobster octopus squid"
    " liver offal veal duck turkey salmon tuna sushi strawberries kiwi apples oranges citrus legumes"
    " beans lentils corn oats oatmeal celery mustard sesame mayo mayonnaise ketchup vinegar"
)
