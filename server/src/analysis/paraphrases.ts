/**
 * Words that people use interchangeably when they ask about a talk, although no thesaurus links them. Each line lists
 * the words of one subject in base form; they count as related, but less than synonyms do.
 */
const subjects = `
price cost pay fee charge expensive cheap bill dollar euro pound money sell
begin start launch open found kick
end finish close stop expire last until valid
cancel leave quit contract terminate
employee staff worker team people personnel hire
profession job work career occupation employ
boss manager chief head lead director
company firm business startup studio
founder found start build create
customer client buyer buy user
buy purchase order shop get
shop store market supermarket showroom outlet sell
food meal dish eat lunch dinner breakfast cook
drink beverage juice coffee tea wine beer
bake oven heat degree temperature
recipe ingredient cook
servings portion feed serve people
finished done ready
dislike hate complain annoy bug bad worst problem trouble
like love favourite favorite best enjoy
recommend suggest advise advice tip recommendation
problem issue trouble fault bug crash wrong
broken fail crash die
repair fix mend restore
software app program application
battery power charge charger
phone call ring mobile
picture photo image camera
film video movie clip
website online link page dot
email mail message write
home house flat apartment place
household home family
rent landlord lease month
tenant renter rent
lift elevator
couch sofa
bed mattress sleep
neighbour neighbor next door
garden plant grow
fertilizer feed manure
ripe pick harvest
bee honey hive beehive swarm colony
animal dog cat pet bird zoo
child kid baby son daughter toddler pupil
student pupil learner class
teacher professor lecturer teach
school class university
wife husband spouse married partner
parent mother father mom dad
relative uncle aunt cousin brother sister family
friend mate buddy
old age year young
born birth birthday
die death dead kill life lose
injury hurt injure wound break
ill sick disease illness
doctor specialist physician surgeon
save rescue
steal theft thief rob
power electricity electric current
storm wind gale
fire burn flame
flood water flooded
explode erupt eruption blow explosion
train rail track station
trip journey travel voyage ride tour day
drive car road
car vehicle driver truck
bus coach
bicycle bike cyclist cycle rider
plane flight fly airplane airline land
ship boat sail captain clipper
captain command crew
hotel inn stay night accommodation room
campsite camp campground
tourist visitor traveller visit see
crowd packed crowded full busy
spectator fan audience crowd watch
win victory winner beat champion first
lose defeat lost
match game play stage race
score goal point
opponent rival face against
player team
fall crash down
injured hurt knee
fine penalty punish
prize award bonus reward medal
discount off reduction percent cheaper code
free gift extra
guarantee warranty refund
trial try test
deliver delivery ship arrive
deadline due submit
essay paper homework
exam test
experiment study test participant
discover find describe
invent inventor make
mean stand
author writer write book
design designer draw architect plan
paint painter artist
build construct builder install construction
material make wood steel
height tall high
weight heavy light gram kilo
size big large
capacity hold litre liter
speed fast quick
colour color black white red
leave go depart
arrive come get land
stay remain
live reside home lodge
own have belong keep
share split divide
give donate hand
receive get
lend borrow
happen become occur
mix stir
cut chop slice
include contain
inform tell
absent away missing
reason cause because
danger dangerous risk threat threaten
enemy threat danger threaten worst
forbid ban allow
upload post publish
download get
sum add total plus
delete remove
increase grow rise raise
decrease fall drop
avoid before without
afterwards after later
yearly year annual
daily day
nut walnut almond hazelnut
batter dough mix mixture
apart between distance
town city village
tool equipment need
moment scene part minute
age old young birthday turn
big huge large tall giant
small tiny little short
many crowd lot number
reviewer tester review
rating score point star mark grade
verdict opinion think conclusion recommend
advantage pro benefit good best strength
disadvantage con drawback downside bad worst weakness
compare comparison than versus better worse
quality good bad build
sound audio noise loud speaker volume
noise loud beep quiet silent
screen display panel
feature function mode option
version model edition variant
accessory cable case box include
box package come include contain
warm hot heat temperature degree
cold cool freeze chill
weather rain sun wind cloud forecast snow
rain wet shower storm
snow ice freeze
mountain hill peak summit climb
sea ocean water coast beach
river lake water swim
island archipelago coast
country nation state
capital city town
language speak word
border customs passport visa
currency money cash euro dollar
passport ticket visa document
ticket entry admission entrance fee
reserve book booking reservation
luggage bag suitcase pack
airport land flight fly
road street highway drive route
parking park car
distance far kilometre mile metre
arrive reach get land
guide tour lead
museum exhibition gallery
castle palace tower
church temple cathedral mosque
restaurant cafe dinner lunch eat
sugar sweet honey
salt season spice pepper
spice cumin paprika cinnamon pepper seasoning
butter fat oil
flour dough bread bake
boil cook simmer bubble water
fry pan oil
soup stew broth stock
pot pan dish
leftover freezer keep store fridge
store keep freeze fridge shelf
knife blade cut
doctor nurse hospital clinic patient
medicine pill drug tablet treatment
treat treatment cure therapy
pain hurt ache sore
symptom sign fever cough
sport exercise train training workout
coach trainer manager
referee umpire judge
captain skipper leader
goalkeeper goalie keeper
substitute replace off
injury knee ankle shoulder leg
championship cup title league tournament
semifinal final quarterfinal round
fastest quick record time
record best ever history
medal gold silver bronze
stadium arena ground court
law legal lawyer court judge
crime police arrest suspect thief
prison jail sentence
election vote poll win
president minister mayor governor
government council minister parliament state
party opposition politician
tax fee pay
protest demonstration march
war battle army soldier
attack hit strike
king queen prince royal
century year age
ancient old history
museum history exhibit
inventor engineer scientist
scientist researcher professor study
research study experiment test
theory idea explain
cause reason lead because
effect result consequence
percent share part half third
majority most half
average usual typical normal
rule must law forbid
important main key crucial
difficult hard tough challenge
easy simple quick
mistake error wrong
goal aim target plan
plan project next future
next upcoming following tomorrow soon
last previous former before
former previous ex used
education study degree university graduate
wage salary earn pay
boss owner run manager
own run owner belong
invest investor fund money raise
profit revenue earn money
loss lose debt
contract sign agreement deal
meeting appointment call
agenda topic point item
decide decision agree vote choose
responsible task charge handle take
task job todo handle
send email mail post
share link post
subscribe follow channel
comment viewer ask write
episode video part
song music band sing play
film movie actor director
book novel author write
artist painter musician
dance dancer ballet
camera lens shoot film photo
computer laptop machine
internet wifi online signal
password account login sign
button key press click
file document folder save
save backup store
install set setup mount
measure test check
clean wash brush wipe
tool screwdriver hammer wrench
wood timber oak walnut
metal steel iron aluminium
stone granite marble rock
cloth fabric cotton wool cover
fuel petrol gas diesel oil
energy power electricity solar
pollution smoke waste
waste trash garbage rubbish
recycle reuse plastic
tree forest wood
flower rose bloom blossom
insect bug mite beetle bee
pest slug bug mite
bird nest feather
fish fishing sea
whale dolphin sea
horse pony ride
cow cattle farm milk
farm farmer field crop harvest
crop harvest yield
season spring summer autumn winter
baby birth newborn twin cub
wedding marry bride
divorce separate
funeral die burial
childhood grow child young
hobby free fun
afraid fear scared nervous worry
happy glad proud joy
sad cry tear
angry mad furious
surprise surprised unexpected
lucky luck fortunate
proud pride
tired sleep exhausted
dream sleep night
wake awake sleep
alarm beep ring
door gate entrance
window glass
floor storey level
balcony terrace garden
kitchen cook room
bathroom shower bath
furniture sofa chair table
move relocate
mover truck move
late delay hold wait
early soon before
delay late hold wait cancel
cancel call off
postpone move delay
vehicle car
vehicle bus
vehicle truck
vegetarian vegan
kid child toddler pupil
class lesson school course
competition contest race match tournament
cake bread loaf
parasite mite tick
fight treat combat
spoiled sour rotten bad
arrive dock land reach
file document sheet
abroad foreign country overseas
assist help support
tyre puncture wheel
wash shower bath
injury hurt break wound
illness disease sick ill
medicine drug pill treatment
hospital doctor nurse clinic
death die kill
attack bite hit
rescue save help
lawsuit court judge sue
crime steal thief police
election vote candidate
law rule ban forbid
permit licence permission
tax percent pay
loan bank credit debt
profit revenue income
sponsor fund investor invest finance
discount reduce cheaper
refund return money
delivery deliver ship arrive
password login account
internet wifi signal network
screen display monitor
memory storage gigabyte
noise loud sound quiet
brightness bright light
durable last robust
waterproof rain water
comfortable soft fit
shape round square
smell stink scent
taste flavour sweet bitter
allergy allergic
training train practice exercise
trainer coach
spectator crowd audience fan
victory win beat
defeat lose loss
record fastest best highest
weather rain sun wind
snow ice winter
accommodation stay hotel room inn
luggage suitcase bag
sight sightseeing visit attraction
guide tour leader
departure leave depart
ticket fare entrance
language speak translate
degree study university graduate
exam test grade
teacher professor lecturer
author writer write
painter artist paint
musician band play music
actor film star
king queen ruler
war battle army
invention invent inventor develop
discovery discover find
origin come from
purpose goal aim
benefit advantage good
drawback disadvantage downside problem
difference differ unlike
requirement require need must
method way technique
stage step phase
total sum altogether
average typical usually
maximum most limit
minimum least
decrease fall drop shrink
increase rise grow
replace change swap
remove delete take
attach fasten tie screw
`;

const groups = new Map<string, Set<number>>();
for (const [index, line] of subjects.trim().split('\n').entries()) {
  for (const word of line.split(' ')) {
    groups.set(word, (groups.get(word) ?? new Set()).add(index));
  }
}

/** True if two base forms belong to the same subject. */
export function sameSubject(a: string, b: string): boolean {
  const first = groups.get(a);
  const second = groups.get(b);
  return (
    first !== undefined && second !== undefined && [...first].some((group) => second.has(group))
  );
}
