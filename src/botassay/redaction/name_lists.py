"""Words beside names of people, and words that only look like names, all in lower case."""

from typing import Final

NOT_LAST: Final = frozenset(
    """street st road rd avenue ave lane drive square beach river lake bay island islands city town county
    state station airport hospital university college school library museum church cathedral palace
    castle tower bridge hotel center centre stadium arena theater theatre hall house falls mountain
    mount valley hills forest desert sea ocean prize award foundation institute company inc ltd llc corp
    corporation group bank brothers sons partners insurance airlines motors records pictures studios
    press news times post day week month year eve january february march april may june july august
    september october november december monday tuesday wednesday thursday friday saturday sunday north
    south east west street's plan edition version series model pro plus max mini air card account
    service support team department office desk line store shop market mall club league cup open bowl
    theorem law effect principle scale syndrome disease test method algorithm number function equation
    constant distribution process chain language script code studio server cloud assistant bot chatbot
    ai api app policy agreement act bill amendment treaty convention order is was has had will would can
    could should may might must and or but if then than the a an of in on at to for with from by as
    about into after before when while where who what why how not no yes please thanks thank let do does
    did are were be been have got get go goes going said says asked told wants needs likes loves called
    here there now today tomorrow yesterday tonight it he she they we you i this that these those my
    your his her our their i'm i'd i'll i've us uk usa eu gp phd md jr sr tech states dc ii iii iv vi
    vii viii xiv xvi texas carolina dakota virginia columbia york jersey mexico zealand africa america
    ireland korea kingdom republic emirates arabia lanka rica faso leone""".split()
)
COMMON_LAST: Final = frozenset(
    """adams ahmed allen alvarez andersen anderson andersson bailey barnes becker bennett bergström bianchi
    brooks campbell castillo chavez chen clark clarke collins davies davis delgado diaz dubois durand
    edwards eriksson esposito evans farouk fernandez fernández fischer fleming flores garcia garcía
    gomez gonzalez gonzález gupta gutierrez gómez haddad hansen hartmann hernandez hernández hoang
    hoffmann hughes hussain ivanov ivanova jansen jenkins jensen johansson jones karlsson kelly khan kim
    kovacs kovač kowalski krüger kumar larsen larsson lefebvre leroy lindberg lindqvist liu lopez lópez
    macdonald mansour martinez martínez mazur mcdonald mehta mendoza meyer mitchell moore morales moreau
    moreno morris mueller murphy murray myers müller nakamura neumann nguyen nielsen nilsson novak nowak
    o'brien o'connor o'neill okafor okonkwo olsen ortiz owens patel perera perez petersen peterson
    petrov petrova pham phillips popescu powell pérez ramirez ramos reyes reynolds richardson rivera
    roberts robinson rodriguez rodríguez rogers romano rossi ruiz russo sanchez sanders sato schmidt
    schmitt schneider schröder schulz schwartz sharma simmons singh smirnov smith souza stewart sullivan
    suzuki svensson sánchez tanaka thompson torres tran vargas vazquez wagner watanabe watson weber
    williams wilson wright wu yamamoto yang yilmaz zhang zhao zimmermann""".split()
)
"""Last names so common that an unknown word before one is a first name."""
NOT_KNOWN: Final = frozenset(
    " ".join(name.split())
    for name in """abraham lincoln|ada lovelace|adam and|adam smith|adele adkins|adolf hitler|agatha christie|alan
    turing|albert camus|albert einstein|albus dumbledore|alexander bell|alexander fleming|alexander
    hamilton|alexander the|alfred hitchcock|alfred nobel|alfred the|alice cooper|alice munro|amy poehler|amy
    winehouse|anakin skywalker|andrew jackson|andy warhol|angela davis|angela merkel|anna karenina|anne
    frank|anne hathaway|anne of|annie leibovitz|antonio vivaldi|aretha franklin|ariana grande|arthur
    conan|arthur miller|arya stark|aston martin|atticus finch|attila the|audrey hepburn|aunt bessie|aunt
    jemima|ave maria|ayn rand|babe ruth|barack obama|barbara streisand|bart simpson|ben affleck|ben and|ben
    hur|ben jerry|ben nevis|benito mussolini|bernie sanders|bertrand russell|betty boop|betty crocker|bilbo
    baggins|bill clinton|bill gates|bill murray|billie eilish|billie holiday|billie jean|black friday|blaise
    pascal|bloody mary|bob dylan|bob marley|bob ross|bob the|bob's burgers|bonnie and|boris johnson|brad
    pitt|bram stoker|britney spears|bruce lee|bruce springsteen|bruce wayne|bruno mars|bugs bunny|buster
    keaton|calvin and|calvin klein|captain ahab|captain america|captain hook|captain kirk|captain
    morgan|captain nemo|carl gauss|carl jung|carl sagan|carlos santana|carolina herrera|caroline
    herrera|catherine the|celine dion|charles darwin|charles dickens|charles schwab|charlie brown|charlie
    chaplin|che guevara|chris martin|christian dior|christopher columbus|clarice starling|clark kent|claude
    debussy|claude monet|coco chanel|conan the|cristiano ronaldo|daenerys targaryen|dan brown|daniel
    craig|dante alighieri|david attenborough|david beckham|david bowie|david copperfield|david hume|david
    lynch|dear john|demi moore|denzel washington|diego maradona|diego velazquez|dirty harry|doctor
    faustus|doctor strange|doctor watson|doctor who|dolce gabbana|dolly parton|don corleone|don draper|don
    juan|don quijote|don quixote|donald duck|donald trump|donna karan|dora the|dorian gray|doris lessing|dow
    jones|dr dre|dr house|dr martens|dr oetker|dr pepper|dr strange|dr who|earl grey|ebenezer scrooge|ed
    sheeran|edgar allan|edmond dantes|edvard munch|edward snowden|effi briest|eleanor rigby|elizabeth
    bennet|elizabeth taylor|ella fitzgerald|ellen degeneres|ellen ripley|elon musk|elton john|elvis
    presley|emil and|emile zola|emily bronte|emily brontë|emily dickinson|emily in|emma watson|emmanuel
    macron|enzo ferrari|eric cartman|eric clapton|ernest hemingway|erwin schrodinger|erwin schrödinger|ethan
    hunt|eva peron|father brown|father christmas|father ted|felix the|ferdinand porsche|fidel castro|fjodor
    dostojewski|florence nightingale|forrest gump|francis bacon|francis drake|frank sinatra|frank
    zappa|franklin roosevelt|franz kafka|franz liszt|franz schubert|freddie mercury|frederic chopin|frida
    kahlo|friedrich nietzsche|friedrich schiller|frodo baggins|fyodor dostoevsky|gabriel garcia|gal
    gadot|galileo galilei|genghis khan|george bush|george clooney|george lucas|george michael|george
    orwell|george soros|george washington|giorgio armani|giuseppe verdi|gordon ramsay|grace hopper|grace
    kelly|graham greene|gregor mendel|greta thunberg|gustav klimt|gustav mahler|gustave eiffel|gustave
    flaubert|guy fawkes|han solo|hannah arendt|hannibal lecter|hans christian|hansel and|harley
    davidson|harley-davidson|harper lee|harriet tubman|harry houdini|harry potter|harry styles|harry
    truman|hedda gabler|heinrich heine|helen keller|helena rubinstein|hello kitty|henri matisse|henry
    ford|henry moore|hercule poirot|herman melville|hermann hesse|hermione granger|holden caulfield|holly
    golightly|homer simpson|honore de|honoré de|huckleberry finn|hugh grant|hugo boss|humphrey bogart|ian
    fleming|ike turner|imelda marcos|immanuel kant|indiana jones|ingmar bergman|isaac asimov|isaac
    newton|isabel allende|ivan the|jack daniel|granny smith|kelly blue|ben and|morgan chase|ernest
    jones|elizabeth arden|marie claire|mark brandenburg|fritz kola|rosa kleid|helena rubinstein|laura
    ashley|ted baker|paul smith|jo malone|bobbi brown|liz claiborne|eddie bauer|marc opolo|peter pans|jack
    nicholson|jack o|jack reacher|jack ripper|jack russell|jack sparrow|jack the|jackie chan|jacques
    chirac|james bond|james brown|james cameron|james cook|james dean|james joyce|james kirk|james
    madison|james watt|jane austen|jane doe|jane doe's|jane eyre|jane fonda|jane goodall|janis joplin|jason
    bourne|jean valjean|jean-luc picard|jeff bezos|jennifer aniston|jennifer lopez|jerry seinfeld|jerry
    springer|jim beam|jimi hendrix|jimmy carter|jimmy choo|jimmy fallon|joan baez|joan of|joe biden|johann
    sebastian|johann wolfgang|johannes brahms|johannes gutenberg|johannes kepler|johannes vermeer|john
    adams|john calvin|john cena|john connor|john dalton|john deere|john doe|john grisham|john keats|john
    kennedy|john lennon|john lewis|john locke|john milton|john steinbeck|john travolta|john wayne|john
    wick|johnnie walker|johnny cash|johnny depp|johnson johnson|jon snow|jorge luis|joseph conrad|joseph
    haydn|joseph stalin|juan carlos|jude law|judge dredd|judge judy|judy garland|jules verne|julia
    child|julia roberts|julian assange|julius caesar|justin bieber|kamala harris|kanye west|karl benz|karl
    marx|kate moss|kate winslet|katherine johnson|katy perry|keanu reeves|kermit the|kim jong|kim
    kardashian|king arthur|kofi annan|kublai khan|kurt cobain|kurt vonnegut|kylie minogue|lady bird|lady
    chatterley|lady gaga|lady macbeth|lance armstrong|lara croft|larry david|larry page|lee harvey|leo
    tolstoy|leonard bernstein|leonard cohen|leonardo da|leonardo dicaprio|leonhard euler|lewis carroll|lewis
    hamilton|liam neeson|lilo and|linus torvalds|lionel messi|lisa simpson|lisbeth salander|little
    richard|liz taylor|loch ness|lois lane|lord byron|lord voldemort|lou reed|louis armstrong|louis
    braille|louis pasteur|louis vuitton|lucille ball|lucky luke|ludwig van|luigi mansion|luke cage|luke
    skywalker|madame bovary|madame tussaud|maggie simpson|mahatma gandhi|malala yousafzai|malcolm x|mao
    zedong|marc jacobs|marco polo|margaret atwood|margaret thatcher|marge simpson|mariah carey|marie
    antoinette|marie curie|marie tussaud|marilyn monroe|mario bros|mario kart|mark rothko|mark twain|mark
    zuckerberg|marks spencer|marlon brando|martha stewart|martin heidegger|martin luther|martin
    scorsese|marty mcfly|mary kay|mary magdalene|mary poppins|mary shelley|max planck|max verstappen|max
    weber|maya angelou|mel gibson|meryl streep|michael corleone|michael faraday|michael jackson|michael
    jordan|michael schumacher|michel foucault|mick jagger|mickey mouse|mikhail gorbachev|milan kundera|miles
    davis|miley cyrus|miss america|miss marple|miss piggy|miss saigon|miss universe|miss world|moby
    dick|mona lisa|morgan stanley|mother goose|mother teresa|mr bean|mr burns|mr clean|mr darcy|mr hyde|mr
    potato|mr robot|mr spock|mr t|mrs dalloway|mrs doubtfire|mrs robinson|muhammad ali|murphy law|naomi
    campbell|naomi osaka|napoleon bonaparte|natalie portman|ned flanders|neil armstrong|neil young|nelson
    mandela|niccolo machiavelli|nicolas cage|nicolaus copernicus|niels bohr|nikita khrushchev|nikola
    tesla|nina ricci|nina simone|noam chomsky|norah jones|norman bates|novak djokovic|obi-wan kenobi|olaf
    scholz|oliver twist|olivia rodrigo|omar khayyam|oprah winfrey|orson welles|oscar wilde|otis redding|otto
    von|ozzy osbourne|pablo escobar|pablo neruda|pablo picasso|paris hilton|patrick swayze|paul cezanne|paul
    gauguin|paul klee|paul mccartney|paul newman|paulo coelho|peppa pig|perry mason|peter griffin|peter
    pan|peter parker|peter principle|peter rabbit|peter the|phil collins|phileas fogg|philip glass|philip
    roth|pierre cardin|pippi longstocking|pol pot|ponce de|prince charles|prince harry|quentin
    tarantino|rafael nadal|ralph lauren|ray charles|rembrandt van|rene descartes|rene magritte|rené
    magritte|richard branson|richard feynman|richard nixon|richard wagner|rick and|rick morty|ridley
    scott|ringo starr|rishi sunak|rob roy|robert burns|robert de|robert frost|robert koch|robert
    schumann|robin hood|roger federer|romeo and|romeo montague|ron weasley|ronald reagan|rosa klebb|rosa
    luxemburg|rosa parks|rosalind franklin|rudolph the|rudyard kipling|russell crowe|saint helena|saint
    nicholas|salman rushdie|salvador dali|salvador dalí|sam altman|samuel adams|samuel beckett|samwise
    gamgee|san martin|santa claus|santa maria|santa monica|sara lee|sarah connor|satya nadella|sean
    connery|serena williams|serge gainsbourg|sergei rachmaninoff|sergey brin|severus snape|sherlock
    holmes|sigmund freud|simon and|simon bolivar|simon garfunkel|simone biles|simone de|sir galahad|sir
    isaac|sir lancelot|sister act|snoop dogg|sofia coppola|spike lee|stan lee|stan marsh|stanley
    kubrick|stella mccartney|stephen hawking|stephen king|steve jobs|steven spielberg|stevie wonder|super
    mario|susan sontag|sylvester stallone|sylvia plath|taylor swift|ted bundy|ted lasso|thelma and|theodore
    roosevelt|thom yorke|thomas aquinas|thomas bayes|thomas cook|thomas edison|thomas hobbes|thomas
    jefferson|thomas mann|thomas pynchon|thomas the|tiger woods|tim berners|tim burton|tim cook|tim
    hortons|tina fey|tina turner|tom collins|tom cruise|tom hanks|tom jerry|tom sawyer|tommy hilfiger|tommy
    lee|tommy shelby|toni morrison|tony blair|tony hawk|tony soprano|tony stark|tracy chapman|travis
    ci|tupac shakur|tyler durden|tyrion lannister|ugly betty|umberto eco|uncle ben|uncle bob|uncle
    sam|ursula le|usain bolt|valentina tereshkova|van gogh|vera rubin|vera wang|victor hugo|victoria
    beckham|victoria falls|viktor orban|vincent van|vincent vega|virginia woolf|vito corleone|vladimir
    lenin|vladimir nabokov|vladimir putin|volodymyr zelensky|wallace and|wallace gromit|walt disney|walt
    whitman|walter white|wells fargo|werner heisenberg|whitney houston|wilhelm tell|will hunting|will
    smith|william blake|william gates|william shakespeare|william wallace|winnie the|winston churchill|woody
    allen|xi jinping|yo-yo ma|yoko ono|yuri gagarin|yves saint|zinedine zidane|adam sandler|akira
    kurosawa|al capone|al gore|al pacino|albrecht dürer|aldous huxley|alexander pushkin|alexandre
    dumas|allan poe|amadeus mozart|amelia earhart|andy murray|angelina jolie|anne boleyn|anton
    bruckner|anton chekhov|antoni gaudi|antoni gaudí|antonin dvorak|antonín dvořák|art garfunkel|arthur
    c|arundhati roy|astrid lindgren|auguste renoir|auguste rodin|ayrton senna|barney stinson|bear
    grylls|bela bartok|bella swan|ben stiller|benjamin britten|benjamin franklin|bertolt brecht|bjarne
    stroustrup|bonnie clyde|boris becker|brandon sanderson|bruce banner|buzz aldrin|c s|calvin hobbes|carlos
    alcaraz|cary grant|caspar david|cate blanchett|chandler bing|charles de|charles leclerc|charles
    lindbergh|charles the|charles xavier|charlie parker|charlotte bronte|chimamanda ngozi|chinua
    achebe|chris hemsworth|chris pratt|christopher nolan|chuck berry|clara schumann|claude shannon|clint
    eastwood|conan doyle|conor mcgregor|cormac mccarthy|count basie|damien hirst|daniel radcliffe|dario
    amodei|dashiell hammett|dave grohl|david cameron|david fincher|david hockney|david thoreau|dean
    martin|delia smith|demis hassabis|dennis ritchie|diana prince|diego rivera|diego velázquez|dmitri
    mendeleev|dmitri shostakovich|doja cat|donald knuth|douglas adams|draco malfoy|dua lipa|duke
    ellington|dwight schrute|eddie murphy|edgar degas|edmund hillary|edouard manet|edsger dijkstra|edvard
    grieg|edward elgar|edward hopper|edward jenner|egon schiele|el greco|elena ferrante|emma bovary|emma
    raducanu|emma stone|emmeline pankhurst|ennio morricone|enrico fermi|erich kästner|erik satie|erling
    haaland|ernest rutherford|ernest shackleton|ezra pound|felix mendelssohn|ferdinand magellan|fitzwilliam
    darcy|ford coppola|francis crick|francis ford|francisco goya|frank herbert|françois mitterrand|fred
    flintstone|frederick the|friedrich engels|friedrich merz|garcia marquez|garcía márquez|geoffrey
    hinton|george foreman|georges bizet|georges seurat|georgia o'keeffe|gerald ford|giacomo puccini|gillian
    flynn|giorgia meloni|greta gerwig|guido van|gunter grass|günter grass|hans zimmer|harrison ford|harry
    kane|haruki murakami|hayao miyazaki|hector berlioz|heinrich böll|helmut kohl|henrik ibsen|henry
    hoover|henry the|herbie hancock|hieronymus bosch|hillary clinton|hugh jackman|igor stravinsky|indira
    gandhi|ingrid bergman|italo calvino|j k|j r|jack daniel|jack kerouac|jack ma|jack wolfskin|jackson
    pollock|jair bolsonaro|james gosling|jamie oliver|jan van|jannik sinner|javier milei|jay gatsby|jean
    grey|jean sibelius|jean-paul sartre|jennifer lawrence|jensen huang|jeremy corbyn|jessica fletcher|jim
    carrey|jim halpert|jimmy kimmel|jk rowling|jo nesbo|joan miro|joan miró|joe rogan|joey tribbiani|johan
    cruyff|johann strauss|john cleese|john coltrane|john le|john mccain|john mcclane|john stuart|johnny
    appleseed|jose cuervo|jose mourinho|joseph heller|julio cortazar|justin trudeau|jürgen klopp|karl
    lagerfeld|karl ove|kate spade|katniss everdeen|kazuo ishiguro|keir starmer|ken follett|ken
    thompson|kendrick lamar|kobe bryant|konrad adenauer|kylian mbappe|kylian mbappé|lana del|larry
    ellison|le corbusier|lebron james|leia organa|leo tolstoi|liz truss|lloyd wright|lord tennyson|louis
    stevenson|luther king|lyndon johnson|marcel proust|marcus aurelius|margaret hamilton|marie
    skłodowska|marilyn manson|marine le|mario vargas|mark antony|mark ruffalo|mary queen|matt damon|maurice
    ravel|merry christmas|michael ende|michael kors|michael phelps|michelangelo buonarroti|michelle
    obama|miguel de|mike pence|mike tyson|mikhail bulgakov|mitt romney|mo farah|mohamed salah|monica
    geller|morgan freeman|nancy pelosi|narendra modi|nat king|natasha romanoff|nathaniel hawthorne|ned
    stark|neil gaiman|neville longbottom|neymar jr|nicolas sarkozy|nicole kidman|nigel farage|nigella
    lawson|niki lauda|olivia dean|owen wilson|patrick mahomes|patrick rothfuss|pedro almodóvar|pedro
    sánchez|pep guardiola|percy jackson|percy shelley|peyton manning|phil spector|philip k|phoebe
    buffay|pierre auguste|piet mondrian|post malone|primo levi|pyotr tchaikovsky|rabindranath tagore|ralph
    waldo|ray bradbury|raymond chandler|reinhold messner|richard dawkins|ricky gervais|roald amundsen|roald
    dahl|robert downey|robert oppenheimer|robin williams|rocky balboa|rod stewart|ross geller|rowan
    atkinson|rubeus hagrid|rupert grint|ryan gosling|ryan reynolds|sammy davis|samuel l|sancho panza|sandra
    bullock|sandro botticelli|saul goodman|scarlett johansson|scooby doo|scott fitzgerald|sebastian
    bach|selena gomez|selma lagerlöf|sergei prokofiev|shaquille oneal|sheldon cooper|silvio
    berlusconi|simone weil|stefan zweig|steffi graf|stephen colbert|stephen curry|stephen jay|stephenie
    meyer|steve carell|steve wozniak|stieg larsson|suzanne collins|t s|tadej pogacar|tenzing norgay|terry
    pratchett|theresa may|thomas paine|tim berners-lee|tintin haddock|tom brady|tony bennett|toulouse
    lautrec|travis scott|trevor noah|truman capote|ulysses grant|ursula k|valentina tereschkowa|vasco
    da|venus williams|veronica roth|victor frankl|viktor frankl|w b|w h|wade wilson|warren buffett|wassily
    kandinsky|wayne rooney|wes anderson|will ferrell|william faulkner|william the|willie nelson|willy
    brandt|wolfgang amadeus|yann lecun|zaha hadid|zlatan ibrahimovic|mr sandman|mrs brown's|mrs brown|mr kipling|
    mr muscle|mr beast|mr miyagi|miss daisy|miss peregrine|mr ripley|mr nobody|mr whippy|dr oz|dr oetker's|
    dr scholl|dr seuss|dr evil|dr jekyll|dr zhivago|dr dolittle|mr pickwick|mr magoo|mr rogers|mister rogers|
    miss havisham|miss moneypenny|mrs maisel|mrs claus|mr tumnus|father ted's|uncle fester|uncle buck|aunt may|
    aunt sally|cillian murphy|robin wright|ruth's chris|don giovanni|way jose|call saul|better call|snoop dogg|
    marilyn manson|billie eilish|papa johns|papa john's|jimmy john's|ben jerry's|trader joe's|wendy's old|
    dave buster's|dave and|saint laurent|marc anthony|enrique iglesias|ricky martin|luis fonsi|bad bunny|dua lipa|
    sam smith|ellie goulding|calvin harris|david guetta|post malone|travis scott|tyler the|kendrick lamar|
    frank ocean|lana del|florence and|mumford and|selena gomez|demi lovato|shawn mendes|camila cabello|
    charlie puth|jason derulo|jason mraz|john mayer|john legend|alicia keys|janet jackson|diana ross|
    gloria gaynor|bonnie tyler|rod stewart|joe cocker|bryan adams|bon jovi|axl rose|eddie vedder|dave grohl|
    amy lee|avril lavigne|alanis morissette|sheryl crow|shania twain|garth brooks|kenny rogers|willie nelson|
    johnny marr|peter gabriel|phil spector|brian eno|brian may|roger waters|david gilmour|george harrison|
    paul simon|cat stevens|nick cave|tom waits|tom petty|van morrison|nick drake|jeff buckley|janelle monae|
    erykah badu|lauryn hill|missy elliott|nicki minaj|cardi b|megan thee|doja cat|lil wayne|lil nas|kid cudi|
    jay z|mary j|luther vandross|marvin gaye|sam cooke|etta james|nat king|tony bennett|dean martin|michael buble|
    michael bublé|andrea bocelli|luciano pavarotti|maria callas|yo yo|lang lang|hans zimmer|john williams|
    ennio morricone|philip pullman|roald dahl|enid blyton|beatrix potter|douglas adams|terry pratchett|
    neil gaiman|margaret mitchell|john green|suzanne collins|stephenie meyer|veronica roth|rick riordan|
    james patterson|lee child|ken follett|dean koontz|john le|robert ludlum|tom clancy|danielle steel|
    nicholas sparks|jojo moyes|sally rooney|zadie smith|ian mcewan|kazuo ishiguro|haruki murakami|elena ferrante|
    isabel allende|gillian flynn|paula hawkins|val mcdermid|ruth rendell|raymond chandler|dashiell hammett|
    arthur clarke|philip dick|frank herbert|ray bradbury|robert heinlein|octavia butler|ursula k|george martin|
    robert jordan|patrick rothfuss|brad paisley|ryan gosling|ryan reynolds|emma stone|emma thompson|
    kate blanchett|julianne moore|nicole kidman|sandra bullock|cameron diaz|drew barrymore|jodie foster|
    sigourney weaver|helen mirren|judi dench|maggie smith|ian mckellen|patrick stewart|anthony hopkins|
    michael caine|daniel day|gary oldman|colin firth|benedict cumberbatch|eddie redmayne|tom hardy|tom holland|
    robert downey|chris evans|chris pine|chris rock|kevin hart|jim carrey|robin williams|steve martin|
    steve carell|will ferrell|jack black|seth rogen|jonah hill|owen wilson|vince vaughn|matt damon|mark wahlberg|
    christian bale|joaquin phoenix|heath ledger|jared leto|morgan freeman|samuel jackson|laurence fishburne|
    forest whitaker|jamie foxx|viola davis|halle berry|lupita nyong'o|michelle yeoh|jackie brown|jet li|
    bruce willis|arnold schwarzenegger|harrison ford|mark hamill|carrie fisher|natalie wood|ingrid bergman|
    grace jones|sophia loren|gene hackman|gene kelly|fred astaire|spencer tracy|katharine hepburn|bette davis|
    rita hayworth|james stewart|gregory peck|charlton heston|peter sellers|alec guinness|roger moore|
    timothy dalton|peter jackson|james gunn|guillermo del|pedro almodovar|ang lee|wes anderson|paul thomas|
    david fincher|michael bay|tim robbins|kathryn bigelow|greta gerwig|jordan peele|denis villeneuve|
    taika waititi|amelie poulain|jerry maguire|erin brockovich|thelma louise|annie hall|annie get|billy elliot|
    billy madison|happy gilmore|napoleon dynamite|donnie darko|donnie brasco|carlito's way|jackie robinson|
    babe the|marley and|marley me|charlotte's web|matilda the|mary and|emma woodhouse|clarissa dalloway|tess of|
    jude the|silas marner|david lloyd|george foreman|john hancock|edward jones|raymond james|thomson reuters|
    johnson and|marks and|laura mercier|charlotte tilbury|stella artois|samuel smith|jim beam|johnnie black|
    captain morgan's|jose cuervo|don julio|remy martin|dom perignon|miguel torres|ernest gallo|paul mitchell|
    vidal sassoon|john frieda|estee lauder|elizabeth taylor|michael kors|tory burch|kate spade|donna karan|
    marc o'polo|fred perry|ben sherman|paul frank|jack wills|jack jones|abercrombie fitch|victoria's secret|
    levi strauss|george strait|martin guitar|les paul|steve madden|jeffrey campbell|sam edelman|jessica simpson|
    paris saint|real madrid|judge judy|oprah's book|dr phil|jerry lewis|joe rogan|ellen show|jimmy kimmel|
    john oliver|trevor noah|conan o'brien|larry king|anderson cooper|rachel maddow|dave chappelle|kevin spacey|
    roger rabbit|peter griffin's|carmen sandiego|nancy drew|hardy boys|tom ripley|philip marlowe|sam spade|
    perry the|rosa diaz|jake peralta|leslie knope|ron swanson|michael scott|dwight schrute|jim halpert|pam beesly|
    ross geller|rachel green|monica geller|joey tribbiani|phoebe buffay|ted mosby|lily aldrin|sheldon cooper|
    jesse pinkman|saul goodman|don quichotte|lord nelson|admiral nelson|albert hall|albert memorial|royal albert|
    victoria albert|victoria and|prince albert|lincoln center|lincoln memorial|kennedy center|washington monument|
    jefferson memorial|john hopkins|johns hopkins|st james|st james's|king's cross|martin's lane|james river|
    george street|elizabeth line|victoria line|victoria station|charlotte airport|ben gurion|charles dickens|
    john wayne airport|nelson mandela's|simon cowell|gordon brown|tony abbott|angela rayner|keir starmer|
    liz truss|theresa may|david cameron|nick clegg|justin trudeau|jacinda ardern|pedro sanchez|giorgia meloni|
    mario draghi|donald tusk|ursula von|christine lagarde|jerome powell|janet yellen|nancy pelosi|mitch mcconnell|
    hillary clinton|michelle obama|melania trump|ivanka trump|jared kushner|ron desantis|ted cruz|marco rubio|
    lindsey graham|joe manchin|bernie madoff|andrew yang|pete buttigieg|elizabeth warren|stacey abrams|ruth bader|
    clarence thomas|brett kavanaugh|amy coney|john roberts|sandra day|tim walz|jd vance|kylian mbappe|harry kane|
    wayne rooney|steven gerrard|frank lampard|alex ferguson|pep guardiola|jurgen klopp|jürgen klopp|thomas muller|
    thomas müller|manuel neuer|toni kroos|luka modric|sergio ramos|gareth bale|eden hazard|paul pogba|
    antoine griezmann|mo salah|mohamed salah|sadio mane|erling haaland|kevin de|virgil van|robert lewandowski|
    andres iniesta|lebron james|kobe bryant|shaquille o'neal|magic johnson|larry bird|stephen curry|kevin durant|
    tom brady|peyton manning|aaron rodgers|patrick mahomes|joe montana|jerry rice|mike tyson|floyd mayweather|
    manny pacquiao|tyson fury|anthony joshua|venus williams|steffi graf|andre agassi|pete sampras|rory mcintyre|
    rory mcilroy|phil mickelson|michael phelps|simone manuel|jesse owens|carl lewis|mo farah|usain bolt's""".split("|")
)
"""People of public life, figures and brands, whose names tell nothing about the people in a conversation."""

NO_NAMES: Final = frozenset(
    """kids care kid everybody sirs ah oh uh hmm true false human location status wow ugh um same as note nothing
    everything same anyone over right up down out come stay only work people click sign start press tap
    enter look see me t-shirt world strictly generally first second third next last many most some any other
    sir madam all everyone team there again customer support service alexa siri google cortana botty bot
    assistant chatbot english german french spanish american british happy sorry sure very not just also so
    looking trying having going afraid interested unable able calling writing the a an good great fine okay
    ok here back new from in on at it this that what how please thanks thank you your our my we they he she
    hi hello hey dear and or but yes no valued friend friends sincerely regards python java windows linux
    android monday tuesday wednesday thursday friday saturday sunday january february march april may june
    july august september october november december god world uk us usa eu paris london berlin rome madrid
    europe""".split()
)
"""Words after an announcement that are no names."""
NEVER_TITLED: Final = frozenset("her him you me it them us this that".split())
"""Words behind `miss` and other titles that are verbs as well."""
OFTEN_GIVEN: Final = frozenset(
    """tom jack nick dan kim lee john johnny jimmy mike mick harry jean josh troy tyler victor robin rosa stella
    nora bella nina ana linda rita vera ida paul""".split()
)
"""Words of `COMMON_WORDS` that are names where somebody is greeted."""
OF_PLACES: Final = frozenset("storm hurricane typhoon cyclone san santa santo são los las saint".split())
"""What names of places begin with."""
CROWNED: Final = frozenset("queen king pope prince princess emperor saint st president tsar sultan".split())
BEFORE: Final = frozenset(
    "the a an my your our his her their this that dear hi hello hey mr mrs ms miss dr prof professor agent customer "
    "user and or with from to for of in at by on as is was herr frau monsieur madame señor señora doctor nurse judge "
    "captain saint san santa new old great best please ask call tell thanks thank contact email meet see ask".split()
)
BRANDS: Final = frozenset(
    """mercedes-benz macy macy's wendy's denny's wendy denny travis remington winchester levi levis google
    microsoft apple amazon facebook meta twitter instagram whatsapp telegram discord slack zoom netflix
    spotify youtube tiktok snapchat reddit github gitlab bitbucket linkedin pinterest paypal visa mastercard
    amex venmo klarna stripe revolut monzo tesla ford toyota honda bmw audi mercedes volkswagen vw porsche
    ferrari volvo skoda seat fiat renault peugeot citroen opel nissan mazda hyundai kia subaru suzuki lexus
    jaguar jeep chevrolet dodge chrysler cadillac bentley bugatti lamborghini mclaren maserati nike adidas
    puma reebok zara ikea lidl aldi tesco sainsbury asda waitrose walmart target costco starbucks mcdonald
    mcdonald's pepsi coke coca-cola fanta sprite nestle nescafe lego nintendo playstation xbox sony samsung
    huawei xiaomi nokia motorola lg panasonic philips siemens bosch miele dyson canon nikon kodak intel amd
    nvidia ibm oracle sap cisco dell hp lenovo asus acer openai anthropic gemini copilot chatgpt claude
    alexa siri cortana bixby botassay eliza python java javascript typescript ruby rust kotlin scala haskell
    perl php julia docker kubernetes jenkins maven gradle postgres postgresql mysql mongodb redis kafka
    spark hadoop apache nginx linux ubuntu debian fedora windows android ios macos firefox chrome safari
    opera edge word excel powerpoint outlook teams photoshop wikipedia""".split()
)
"""Brands and products."""
NO_PEOPLE: Final = frozenset(
    """christmas easter hanukkah ramadan diwali halloween thanksgiving passover lent eid english french
    german spanish italian portuguese dutch polish russian chinese japanese korean arabic turkish greek
    hebrew hindi latin swedish danish norwegian finnish czech hungarian romanian ukrainian vietnamese
    thai welsh irish scottish british american canadian australian european african asian catholic
    protestant muslim jewish hindu buddhist christian atheist vegan vegetarian europe africa asia
    america antarctica australia france germany italy spain portugal poland russia china japan korea
    india brazil mexico canada england scotland wales ireland britain sweden norway denmark finland
    switzerland austria belgium netherlands greece turkey egypt israel iran iraq syria ukraine romania
    hungary thailand vietnam indonesia philippines pakistan bangladesh nigeria kenya ethiopia ghana
    morocco argentina chile colombia peru cuba london paris berlin madrid rome milan vienna zurich
    geneva brussels amsterdam munich hamburg cologne frankfurt stuttgart lisbon porto dublin edinburgh
    glasgow manchester liverpool birmingham leeds bristol oxford cambridge york boston chicago houston
    dallas austin denver seattle portland phoenix miami atlanta detroit philadelphia washington
    california texas florida nevada arizona oregon toronto montreal vancouver ottawa sydney melbourne
    brisbane perth auckland wellington tokyo osaka kyoto beijing shanghai shenzhen taipei seoul busan
    bangkok hanoi jakarta manila singapore mumbai delhi bangalore kolkata chennai karachi lahore dhaka
    dubai cairo lagos nairobi accra johannesburg istanbul ankara athens moscow kyiv warsaw krakow prague
    budapest bucharest sofia belgrade zagreb stockholm oslo copenhagen helsinki reykjavik mars venus
    jupiter saturn neptune uranus pluto mercury earth moon sun god lord jesus christ buddha allah zeus
    thor odin bible quran koran torah tuesday dr mr mrs ms prof phd covid internet wifi bluetooth usb
    pdf sms faq otp pin monsieur madame herr frau señor señora signor signora sir madam miss mister
    buddy dude guys folks everybody anybody nobody someone somebody mate pal love darling honey sweetie
    babe dear mom mum dad grandma grandpa mommy daddy mummy granny nana stranger sunshine beautiful
    gorgeous boss captain doctor nurse officer teacher professor customer client user admin
    administrator moderator bot chatbot robot computer machine assistant agent operator support helpdesk
    team community world batman superman spiderman santa cinderella dracula frankenstein pikachu hamlet
    romeo juliet""".split()
)
"""Countries, cities, languages, figures, and words for whoever is spoken to: never names of people."""
THINGS: Final = frozenset(
    """barber salon steak grill kitchen diner deli tavern inn pub trattoria street st road rd avenue ave lane
    drive square beach river lake bay island islands city town county
    state station airport hospital university college school library museum church cathedral palace
    castle tower bridge hotel center centre stadium arena theater theatre hall house falls mountain
    mount valley hills forest desert sea ocean prize award foundation institute company inc ltd llc corp
    corporation group bank brothers sons partners insurance airlines motors records pictures studios
    press news times post edition version series model pro plus max mini air plan act bill law effect
    principle scale syndrome disease test method algorithm number function equation constant
    distribution process chain coil curve index kitchen bakery pizza burger coffee tea cafe café bar pub
    restaurant diner grill shop store market mall boutique salon studio perfume shampoo chocolate beer
    wine whisky whiskey vodka cola soda day week month year eve lecture medal cup open bowl trophy club
    league court gate pier bike bikes cars automobiles language framework server cloud database cluster
    browser script compiler notebook package module marathon movie film films book books novel novels
    song songs album albums opera symphony concerto sonata painting quartet orchestra band choir stakes
    point creek springs heights gardens garden terrace close crescent plugin theorem lemma conjecture
    transform paradox razor war treaty convention doctrine gambit opening defence defense swan duck bear
    fly flies spaniel terrier blue green cake soup salad sauce cocktail collins mary fizz sling cut
    jeans shoes boots sneakers dress jacket bag watch pen""".split()
)
"""What is called after people: with a capital letter behind a name it is none of a person."""
SMALL_THINGS: Final = frozenset(
    """perfume shampoo pizza beer wine whisky whiskey vodka coil curve curves distribution equation theorem
    algorithm index shelf sofa chair lamp table album song songs novel novels book books movie movies
    film films opera symphony concerto sonata marathon trilogy saga fanfiction database framework
    library language notebook compiler plugin server cluster razor knife effect syndrome disease test
    scale transform number numbers process constant paradox series stakes jeans sneakers terrier spaniel
    mattress detergent powder tea coffee rice cake biscuits chocolate""".split()
)
"""The same in lower case."""
COMMON_WORDS: Final = frozenset(
    """will may mark art can bill chase rob sue jack hope grant drew lance nick pat rich don dot wade wen see so in
    an on of to no yes joy grace faith rose ruby dawn eve penny max mat miles ray rod rusty tad val earl
    mine per ben jo dan kim kit lee mia mira sara sera elle alba ama ola ala ida mar sol luz cruz paz vera
    nora lima linda bella rita rosa stella luna nina ana era ira nova son sun star sky angel amber crystal
    ginger olive basil sage clay cliff dale glen heath holly ivy iris lily hazel heather jade jasmine laurel
    pearl poppy rosemary violet viola carol chuck buck bud buddy dean duke guy harry jay jean josh jimmy
    john johnny mike mick pierce randy robin roman rowan sandy sonny tom troy tucker tyler victor wally
    warren willow woody gusta arent isreal her catalin heinz alfredo charity cherry clement constance flora
    frank gale gene merry mercy prudence patty kitty dolly dick dirk fanny fay como para pero esta esto este
    sus las los les des une mit und der die das aus bei wie was wer man mal hier dort heute alla sale sales
    real true good great happy nice fine sure home here there back from have been also just really very much
    more perry xenia devi eliza""".split()
)
"""Words that are no names in lower case, unless `my name is` or the like announces them."""
OF_A_COUNTRY: Final = ("ish", "ese", "ian", "ean", "ican", "aholic", "ist", "ists", "ians")
"""Endings of words for where people come from and what they believe."""
DAYS: Final = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday january february march september october november "
    "december".split()
)
"""Never names."""
