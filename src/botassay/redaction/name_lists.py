"""First and last names, and words beside them that are none. All in small letters."""

from typing import Final

FIRST: Final = frozenset(
    """aaliyah aarav aaron abdul abdullah abdulrahman abena abigail achieng adaeze adam adaora adebayo adel adele
    aditya adrian adriana adwoa afia afonso agata agnes agnieszka agustín ahmad ahmed aiden aiko ailsa
    ainhoa aino aisha aishwarya aitana akash akiko akira aksel akua alan albert alejandra alejandro
    aleksander aleksandr aleksandra aleksei alessandro alessia alex alexander alexandra alexei alexis alfred
    ali alice alicia alina alison alistair allison alma alondra alperen alvaro alyssa ama amalia aman amanda
    amara amari amber amelia amina amir amit amrit amrita amy ana anand ananya anastasia anatoly anders
    andrea andreas andreea andrei andrej andrew andrzej andrés andy angela angelica angelika angus anil
    anirudh anita anja anjali ankit ann anna annabel annabelle anne anneke anneliese annette annie anouk
    anthony antje antoine anton antonia antonio antti antwan anushka anwar anya aoife aparna april aria
    ariana arianna arif arjun arkady arnav arne arnold arthur arturo arun arvind asha ashanti ashley ashok
    asif aslı asma astri astrid audrey aurora aurélie ava axel ayaan ayesha aylin ayodele ayse ayumi ayşe
    aziz azman babatunde baraka barbara bartek bartholomew bartosz barış basma bassam beata beatrice beatriz
    begoña ben benedikt benjamin benoît bente bernard bernd bernhard beth bethany betty beverly bhavna bilal
    bill birgit bjarne bjorn björn bob bogdan bogumiła boris bram brandon brenda brian bridget britta
    bronwyn bruce bruno bryan budi burak burcu caetano caleb callum camila camille carl carla carlos
    carlotta carmen carol carole carolina caroline casey cassandra catalina catherine cecilia celia ceren
    cerys chandra charles charlie charlotte chau chen chetan chiamaka chiara chidi chidinma chinedu chioma
    chiyo chloe chloé chris christa christian christiane christina christine christoph christopher
    chukwuemeka ciara ciarán cindy claire clara claudia claudio clement clémence cody colby colin concepción
    connor conor corentin corey corinna craig cristian cristina crystal curtis cynthia cédric daan dagny
    daichi daisuke damian damilola dan daniel daniela danielle danny danuta daria dariusz darnell darren
    darshan dave david davide dawn dean deandre deborah declan deepa deepak deepika delphine denis denise
    dennis derek dermot derrick deshawn detlef devika dewi dhruv diana diane diego dieter dimitar dimitri
    dina dirk divya dmitri dmitry dolores domenico dominic dominik dominique donald donna doris dorota
    dorothea dorothy douglas dragan duarte duc duncan dustin duy dwayne dylan ebele ebru eddie edgar edith
    edmund eduardo edward edwin eero eeva efua eileen eilidh einar eirik ekaterina elaine eleanor elena
    eleni elias elif elijah elina eline elisa elisabeth elise elizabeth ella ellen ellie elliot elsa elías
    emanuele emeka emil emilia emilie emilio emily emine emir emma emmanuel emmi emre engin eniola enrique
    enzo eoin ercan eric erica erik erika erin ernst esra esteban estelle esther ethan etienne eugene eun-ji
    eva evan eve evelyn everett evgeny ewa fabian fabien fabio fabrice fabrizio fadi fahad faisal fang farah
    farhan farid farida fatih fatima fatma federico felicia felicity felipe felix femi femke fenna fergal
    fergus fermín fernanda fernando filip filipa filippo fiona fionnuala fitri flavia florence florian
    folake frances francesca francesco francis francisca francisco francois frank franz françois fred
    freddie frederic frederick freja frida friedrich frode frédéric fumiko funmi furkan gabriel gabriela
    gabriele gabrielle gael ganesh gareth gary gaurav gavin gayatri gaétan gaëlle gemma genevieve geneviève
    gennady gennaro geoff geoffrey george georgios gerald gerard gerda gerhard gertrud gethin ghassan
    ghislaine giacomo giang gianluca gianni gideon giorgio giovanni gisela gita giulia giuseppe gizem gloria
    gonzalo gonçalo gopal goran gordon goro govind graham grayson grażyna greg gregor gregory greta grzegorz
    guido guillaume guillermo gunnar gunter gustav gustavo gwen gwyneth gérard gökhan günter habib hadiza
    hae-won hakan hala halina hamid hamza hana hande hanh hanna hannah hannelore hannu hans harald harish
    harold harriet harry harsha haruka haruki haruto hasan hassan haya hayato heather hector hege heidi
    heike heikki heiko heinrich heinz helen helena helga helmut hemant henning henri henrietta henrik henry
    herbert hermann hervé hideo hikaru hilda hildegard hina hiroko hiroshi hisham hitomi hoa holger hong
    honoré horst howard hugh hugo hui huong hussein håkon hélène hülya iain ian ibrahim ida ieuan ifeanyi
    ifeoma ignacio igor ikechukwu ilaria ilker ilona ilse ilya imani imogen imran indah indira ines ingeborg
    inger ingmar ingo ingrid inés inês iqra irem irena irene irina iris iryna isaac isabel isabella isabelle
    isamu ishaan ishita isla ivan ivana ivar ivy iván iwona jacek jack jackson jacob jacqueline jacques
    jadwiga jae-hyun jakob jakub jalen jamal james jamie jamila jan jana jane janet janice janina jaquan
    jared jari jarosław jasmin jasmine jason javier jaya jean jeanette jeff jeffrey jelena jennifer jenny
    jens jeremy jermaine jeroen jerome jerry jesper jesse jessica jesus jesús ji-hoon ji-woo ji-yeon jihad
    jill jim jimmy jin jing jiří joachim joan joana joanna joanne joao joaquín jochen joe joel johan johann
    johanna johannes john johnny joko jolanta jonas jonathan joost jorge jose josef josefina joseph
    josephine josh joshua josiah josé joséphine jovana joão joël juan juana judah judith judy jukka julia
    julian juliana julie julien juliet julián juma jun jung-min justin justyna jutta jyoti jérémy jérôme
    jörg jürgen kaan kabir kacper kaisa kaitlyn kalle kalpana kamal kamau kamil kaori kapil kareem karen
    kari karim karima karin karina karl karla karolina karthik katarina katarzyna kate kateryna kateřina
    katharina katherine kathleen kathrin kathryn kathy katie katja katri katrin kavita kavya kay kayla
    kazuki kazuo kehinde keiko keisha keith kelechi kelly kelsey kemal ken kendra kenichi kenji kenneth
    kenta kenzie kerem kerry kerstin keshawn ketut kevin khadija khaled khalid khanh kiara kim kimberly
    kinga kira kiran kirsten kirsty kishore kiyoshi kjell klaus knut kofi koji konrad konstantin krishna
    kristen kristian kristin kristina kristy krystyna krzysztof ksenia kumiko kunal kurt kwabena kwame kwesi
    kyle kyoko kyung laila lakeisha lakshmi lalit lalita lamar lamont landon lara larissa larry lars larysa
    latasha latifa latisha latonya latoya laura lauren laurence laurent lauri lawrence layla lea leah
    leandro leen lei leif leila leland lena lenka leo leon leonard leonie leonor lerato leroy leslie leszek
    leticia lewis leyla li liam liisa lina linda lindiwe lindsay linh lisa lise lola lorena lorenza lorenzo
    lori lorna lothar lotte louis louisa louise lourenço loïc lubna lubomír luc luca lucas lucia lucie
    lucinda lucy ludmila ludovic ludovica ludwig luigi luis luisa luiza lukas lukasz luke lydia lynn
    lyudmila léa maarten mabel maciej maciek maddalena maddie madeleine madhav madison maeve mafalda
    magdalena magnus maha mahesh mahmoud mairead maite maja majid makena makoto maksim malak malcolm
    malgorzata malik mandla mandy manfred manish manoj manon mansour manuel manuela marc marcel marcela
    marcella marcin marco marcos marcus marek margaret margarita margaux margit marguerite maria mariam
    mariana marianne marie marieke marija mariko marina mario marion marisa marisol marissa marit mariusz
    marjorie marko markus markéta marla marlene marquis marsha marta martha martin martina martín marvin
    marwan mary maryam marzena masashi masato mason massimo mateo mateusz mathias mathieu mathilde matilda
    matt matteo matthew matthias matti matías maureen maurice mauricio maurizio max maxime maximilian maxine
    maya maysa mayumi maëlle małgorzata meera megan megumi mehmet mehwish mei melanie melinda melis melissa
    meredith mert mette mia michael michaela michal michał michel michela michele michelle michiko midori
    miguel mihai mika mikael mike mikhail mikko mila milan mildred milena miles milica millie miloš min-ji
    min-jun min-seo mindy ming minh minna minoru miranda miriam mirjam mirko mirosław misaki mitchell
    mohamed mohammad mohammed mohan moira molly mona monica monika monique morag morgane moritz muhammad
    mukesh munir murat muriel mustafa mykola myra myriam mélanie mónica nabil nada nadeem nadezhda nadia
    nadim nadine nadja nandini nanette naoki naoko naomi nasser natalia natalie nataliya natasha nathalie
    nathan nathaniel natsuki naveed naveen nawal neema neeraj neha neil nelson nettie ngoc ngozi nguyen
    nhung nia niall niamh nicholas nick nico nicola nicolas nicole nicolò nigel nihat nikhil nikita niklas
    nikola nikolai nikos nilesh nilüfer nina nisha nitin nizar njeri nkechi nnamdi noah noelia noemi nolan
    nomsa nonso noor nora norbert noreen noriko norma norman nour noémie nuala nuno nuria nurul obinna
    océane odd odessa odette odile oisín okan okechukwu oksana ola olaf olav oleg oleksandr olga oliver
    olivia olivier oluchi olumide oluwaseun omar ondřej onur ophelia orhan osama osamu oscar oskar otieno
    ottavia ottilie otto outi owen ozan pablo padma padraig paige pallavi pamela pankaj paola paolo parth
    pascal pasquale patricia patrick patrik paul paula paulina pauline paulo pavel pavlo paweł pedro peggy
    pekka pelin penelope penny per peter petra peyton philip philipp philippe phillip phoebe phuong phyllis
    pierre pieter pietro pilar piotr polina polly pooja prakash pranav priscilla priya priyank priyanka
    przemysław putri päivi qasim quang quentin quynh rachael rachel radek radosław rafa rafael raffaele
    ragnhild rahul rainer raj rajesh rajiv rakesh ralf ralph ramesh rami ramon ramona ramón rana randi randy
    rania ranya raphael raphaël rasheed rashid rashida rasmus raul ravi raymond raúl reagan rebecca recep
    reem regina reinhard rekha renata renate rene rhiannon rhys ricardo riccardo richard rick ricky rida rie
    riikka riko rini rita ritu rob robert roberta roberto robin rocco rocío rodrigo roger rohan rohit roland
    rolf romain roman ronald rosa rosalie rosalind rosalyn rosaria rosemary rosie ross roxanne roy ruairi
    ruba ruben rubén rudolf rui ruslan russell ruth ryan ryo ryota ryszard rémi rémy róisín saad sabah
    sabine sabrina sachiko sachin sadie saeed sahil saima sakura salim sally salma salvatore sam samantha
    samir samira samuel sana sandeep sander sandra sandy sangeeta sanjay sanne santiago sara sarah sarita
    sasha saskia satomi satoshi sawsan sawyer sayuri scott seamus sean sebastian sebastien segun selena
    selin selma seo-yeon seong seppo serdar serena serge sergei sergey sergio serkan seth sevgi shadi shahid
    shalini shane shanice shaniqua shannon sharon shashi shauna shawn sheila shelley shigeru shilpa shinji
    shirley shiv shizuka shota shreya shweta siddharth signe sigrid sigurd silas silke silvia simon simona
    simone simphiwe sinan sinead sinéad siobhan sioned sipho siri siti siân slobodan sneha sofia sofie sofía
    solomon solveig solène sonali sonia sonja soo-jin sophia sophie soren stacey stan stanislav stanislava
    stanisław stefan stefania stefanie stefano stein stella stephan stephanie stephen steve steven stuart
    subhash sudha sue suha sumit sung-ho sunil sunita sunniva suresh surya susan susana susanne suzanne
    svein sven svenja svetlana swati sybil sybille sylvain sylvia sylvie szymon sébastien søren sławomir
    tabitha tadashi tadhg tahir taichi taiwo takahiro takashi takeshi takumi tamara tamika tamiko tamsin
    tania tanisha tanja tanvi tanya tapio tara taras tarek tariq taro tatiana tatsuya tatyana ted tegan
    tejas temitope teresa tereza terje terrell terry tess tetsuya thabo thandiwe thanh thao thelma themba
    theo theodore theresa therese thibault thijs thomas thorsten thuy théo tiago tiffany tim timo timothy
    timur tina tobias tolga tolu tom tomas tomasz tomek tommaso tommy tomoko tomás toni tony torben torsten
    toru tracey tracy trang travis tremaine trevon trevor tricia trinh trisha tristan trond trudy trygve
    tsubasa tuan tunde tuomas tushar tuula tuğba tyler tyrell tyrone uche udo ugo ulrich ulrike ulysses uma
    umberto umut ursula urszula usman ute uwe uğur vadim valentina valentín valeria valerie valery valérie
    vanessa varun vasco vasily velma vera verena verna veronica veronika verónica vicky victor vidar vidya
    vijay vikas vikram viktor viktoria viktoriya ville vinay vincent vincenzo viola violet virginie vishal
    vitaly vivian viviana vivienne vlad vladimir vojtěch volker volodymyr václav véronique věra wafa wakana
    waleed walid walter wanda wanjiru waqas wayan wayne wei wendy werner wiebke wiesław wilbur wilfried
    wilhelm will willem william wilma winifred wissam wojciech wolfgang wouter xavier xiaoming ximena xin
    xiomara xuan yahya yan yann yannick yara yaroslav yasemin yash yasmin yasmine yasuko yaw yelena yesenia
    yetunde yevgenia yewande yiğit yoko yolanda yosef yoshiko yoshio yosuke younes young-ho yousef youssef
    yui yuki yuko yulia yuliya yumi yuri yusuf yusuke yves yvette yvonne zachary zahra zaid zainab zakaria
    zaki zara zbigniew zdenka zdeněk zehra zeina zelda zeynep ziad zodwa zoe zofia zola zoran zoé zubair
    zuri zuzana álvaro åse élodie émilie íñigo ömer özge özlem øyvind łukasz šárka""".split()
)
"""First names, in small letters."""
LAST: Final = frozenset(
    """adams ahmed allen alvarez anderson andersson andersen bailey baker barnes becker bell bennett bianchi brooks
    brown butler campbell carter castillo chavez chen clark clarke collins cook cooper cox costa cruz davies
    davis delgado diaz dubois durand edwards esposito evans fernandez fernández fischer fleming flores
    foster garcía garcia gonzalez gonzález gomez gómez gray green gupta gutierrez hall hansen harris
    hernandez hernández hoffmann hoang howard hughes hussain ivanov ivanova jackson jansen jenkins jensen
    johansson johnson jones kelly khan kim kowalski kovacs kovač krüger kumar larsen lee lefebvre leroy
    lewis li lim lin liu long lopez lópez martin martinez martínez mazur mcdonald mehta mendoza meyer miller
    mitchell moore morales moreau moreno morgan morris müller mueller murphy murray myers nakamura nelson
    nguyen nielsen novak nowak okafor okonkwo olsen ortiz owens parker patel perera perez pérez petersen
    peterson petrov petrova pham phillips popescu powell price ramirez ramos reed reyes reynolds richardson
    rivera roberts robinson rodriguez rodríguez rogers romano rossi ross russo ruiz russell sanchez sánchez
    sanders sato schmidt schmitt schneider schulz schwarz scott sharma silva simmons singh smirnov smith
    souza stewart sullivan suzuki svensson tanaka taylor thomas thompson torres tran turner vargas vazquez
    wagner walker wang ward watanabe watson weber weiss white williams wilson wood wright wu yamamoto yang
    yilmaz young zhang zhao zimmermann o'brien o'connor o'neill macdonald hartmann koch bauer richter klein
    wolf schröder neumann schwartz lindqvist lindberg bergström nilsson eriksson larsson karlsson haddad
    mansour farouk""".split()
)
"""Last names, in small letters."""
NOT_LAST: Final = frozenset(
    """street st road rd avenue ave lane drive square park beach river lake bay island islands city town county
    state station airport hospital university college school library museum church cathedral palace castle
    tower bridge hotel center centre stadium arena theater theatre hall house falls mountain mount valley
    hills forest desert sea ocean prize award foundation institute company inc ltd llc corp corporation
    group bank brothers sons partners insurance airlines motors records pictures studios press news times
    post day week month year eve january february march april may june july august september october
    november december monday tuesday wednesday thursday friday saturday sunday north south east west
    street's plan edition version series model pro plus max mini air card account service support team
    department office desk line store shop market mall club league cup open bowl theorem law effect
    principle scale syndrome disease test method algorithm number function equation constant distribution
    process chain language script code studio server cloud assistant bot chatbot ai api app policy agreement
    act bill amendment treaty convention order is was has had will would can could should may might must and
    or but if then than the a an of in on at to for with from by as about into after before when while where
    who what why how not no yes please thanks thank let do does did are were be been have got get go goes
    going said says asked told wants needs likes loves called here there now today tomorrow yesterday
    tonight it he she they we you i this that these those my your his her our their i'm i'd i'll i've us uk
    usa eu gp phd md jr sr tech states dc ii iii iv vi vii viii xiv xvi texas carolina dakota virginia
    columbia york jersey mexico zealand africa america ireland korea kingdom republic emirates arabia lanka
    rica faso leone""".split()
)
NOT_FIRST: Final = frozenset(
    """will april may june dawn mark grace art bill frank rose jasmine violet ivy iris penny ruby summer autumn
    hope faith joy charity chase hunter made see pilar concepción krishna chandra surya romain maxime
    florence stein magnus sana rami rana saad haya hala jihad aziz uma jaya indira taro goro hoa chau xuan
    kyung seong wayan casey colby gideon landon sawyer marquis precious jean van kay ray rich jack dean
    miles mason morgan jordan austin dallas paris virginia georgia carolina victoria sydney florence
    charlotte chelsea brooklyn madison lincoln jackson hudson chad israel kenya china india asia london
    milan lima diego jose ana ama li long min hong fang yan lei max pat sue rob drew nick guy major earl
    duke king page aurora amber crystal ginger olive daisy lily robin colt sky star angel jin jing hui viola
    selena noor nour kim per ola axel leon nelson harry nguyen""".split()
)
"""First names that are words or places, too: alone they tell nothing, and with a last name only a known one counts."""
NOT_KNOWN: Final = frozenset(
    " ".join(name.split())
    for name in """abraham lincoln|ada lovelace|adam smith|adele adkins|adolf hitler|agatha christie|alan turing|albert
    einstein|alexander bell|alfred nobel|amy winehouse|andrew jackson|angela davis|angela merkel|anna
    karenina|anne frank|aston martin|ave maria|barack obama|ben jerry|ben nevis|benito mussolini|bill
    gates|black friday|blaise pascal|bob dylan|bob marley|boris johnson|brad pitt|bruce wayne|bugs
    bunny|calvin klein|carl gauss|carl jung|charles darwin|charles dickens|charles schwab|charlie brown|che
    guevara|chris martin|christopher columbus|clark kent|claude monet|cristiano ronaldo|david bowie|don
    quixote|donald duck|donald trump|dr pepper|ed sheeran|elon musk|elton john|elvis presley|emily
    dickinson|emma watson|emmanuel macron|ernest hemingway|ferdinand porsche|florence nightingale|forrest
    gump|franz kafka|freddie mercury|frida kahlo|george bush|george orwell|george washington|grace
    hopper|greta thunberg|hans christian|harley davidson|harry potter|helen keller|henry ford|hercule
    poirot|hermann hesse|hugo boss|immanuel kant|indiana jones|isaac newton|jack daniels|james bond|james
    watt|jane austen|jane doe's|jane eyre|jeff bezos|jim beam|jimmy carter|jimmy choo|joan of|joe
    biden|johann sebastian|john adams|john deere|john kennedy|john lennon|john lewis|john wick|johnnie
    walker|johnny cash|joseph stalin|juan carlos|jules verne|julia roberts|julius caesar|justin
    bieber|kamala harris|karl benz|karl marx|katy perry|lady gaga|lara croft|larry page|leo tolstoy|leonardo
    da|leonardo dicaprio|leonhard euler|lewis hamilton|linus torvalds|lionel messi|louis pasteur|louis
    vuitton|ludwig van|luke skywalker|malala yousafzai|marc jacobs|marco polo|margaret thatcher|marie
    antoinette|marie curie|mark twain|mark zuckerberg|marks spencer|martin luther|mary poppins|mary
    shelley|max planck|max weber|michael faraday|michael jackson|michael jordan|mickey mouse|miss
    marple|mona lisa|morgan stanley|muhammad ali|napoleon bonaparte|neil armstrong|nelson mandela|niels
    bohr|nikola tesla|olaf scholz|oliver twist|oscar wilde|pablo picasso|paul mccartney|peter pan|peter
    parker|peter rabbit|rafael nadal|ralph lauren|rene descartes|richard nixon|rishi sunak|robert koch|robin
    hood|roger federer|romeo montague|ronald reagan|rosa parks|sam altman|san martin|santa claus|santa
    maria|santa monica|satya nadella|serena williams|sergey brin|sherlock holmes|sigmund freud|simon
    bolivar|simon garfunkel|stella mccartney|stephen hawking|stephen king|steve jobs|taylor swift|thomas
    bayes|thomas edison|thomas jefferson|tim berners|tim cook|tim hortons|tom cruise|tom hanks|tom
    sawyer|tommy hilfiger|tony blair|tony stark|usain bolt|vera wang|victor hugo|victoria falls|vincent
    van|virginia woolf|vladimir putin|walt disney|wells fargo|will smith|william shakespeare|winston
    churchill""".split("|")
)
"""People of public life, figures and brands, whose names tell nothing about the people in a conversation."""

NO_NAMES: Final = frozenset(
    """sir madam all everyone team there again customer support service alexa siri google cortana botty bot
    assistant chatbot english german french spanish american british happy sorry sure very not just also so
    looking trying having going afraid interested unable able calling writing the a an good great fine okay
    ok here back new from in on at it this that what how please thanks thank you your our my we they he she
    hi hello hey dear and or but yes no valued friend friends sincerely regards python java windows linux
    android monday tuesday wednesday thursday friday saturday sunday january february march april may june
    july august september october november december god world uk us usa eu paris london berlin rome madrid
    europe""".split()
)
"""Words after an announcement that are no names."""
CROWNED: Final = frozenset("queen king pope prince princess emperor saint st president tsar sultan".split())
COMMON: Final = frozenset(
    "long young green white brown gray black wood ward price cook baker "
    "butler hall bell cox reed cruz costa silva wolf "
    "klein li lee lin lim bauer koch carter cooper foster parker turner "
    "walker taylor martin scott russell ross jackson "
    "johnson howard morgan nelson weiss schwarz richter miller thomas harris wang lewis".split()
)
"""Last names that are words or brands as well: they make no name of an unknown first word."""
BEFORE: Final = frozenset(
    "the a an my your our his her their this that dear hi hello hey mr "
    "mrs ms miss dr prof professor agent customer user "
    "and or with from to for of in at by on as is was herr frau monsieur "
    "madame señor señora doctor nurse judge captain "
    "saint san santa new old great best please ask call tell thanks thank contact email meet see ask".split()
)
