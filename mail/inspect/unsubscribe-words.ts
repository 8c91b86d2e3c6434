/*
 * Words for leaving a list, in the twelve languages that most websites use (W3Techs, content languages) and some more.
 * - Source: `email.unsub` and the entries next to it in https://github.com/knadh/listmonk/tree/master/i18n.
 * - Form: lower case without accents, as `plainLetters` returns it. A space matches any separator.
 */

/** Words that mean leaving a list. A URL with `part` must not be requested, because that may unsubscribe a reader. */
export const unsubscribeWords: readonly (readonly [part: string, words: string])[] = [
  ["unsub", "unsub(?:scrib(?:e|ed|ing)|scription)?"],
  ["opt[\\W_]?out", "opt ?out"],
  ["abmeld", "abmelden|abzumelden|abmeldung"],
  ["abbestell", "abbestellen|abzubestellen|abbestellung"],
  ["austrag", "austragen|auszutragen"],
  ["desinscri", "desinscrire|desinscription|desinscrivez"],
  ["desabon", "desabonner|desabonnement|desabonnez"],
  ["desuscri", "desuscribir(?:se|me|te)?|desuscribete"],
  ["baja", "(?:dar(?:se|me|te)?|date|dese) de baja"],
  ["de[\\W_]?baixa", "(?:dona['’]?t|donar(?:-se)?) de baixa"],
  ["suscripcion", "(?:anular|cancelar) (?:(?:la|mi|su|tu) )?suscripcion"],
  [
    "inscricao|subscricao",
    "(?:anul|cancel)(?:ar|e) (?:(?:a|minha|sua) ){0,2}(?:assinatura|inscricao|subscricao)",
  ],
  ["descadastr", "descadastr(?:ar|e|o|amento)(?:(?:-| )?se)?"],
  ["desinscrev", "desinscrev(?:er|a)(?:(?:-| )?se)?"],
  ["disiscri", "disiscriviti|disiscriver(?:si|mi|ti)|disiscrizione"],
  ["iscrizione", "(?:annulla|cancella)(?:re)? (?:(?:l['’]|la |la tua )?)iscrizione|cancellati"],
  ["wypis", "wypisz|wypisac|wypisanie"],
  ["odsubskryb", "odsubskrybuj|odsubskrybowac"],
  ["rezygn", "z?rezygnuj|z?rezygnowac|rezygnacja"],
  ["dezabon", "dezabonare|dezabonati|dezaboneaza|dezabonez"],
  ["afmeld", "afmeld(?:en|ing)?|af te melden"],
  ["uitschrij", "uitschrijven|uit te schrijven"],
  ["отпис", "отписаться|отписка|отписки|отпишитесь|отписване|отпишете се"],
  ["отказ", "отказаться от (?:подписки|рассылки)"],
  ["відпис", "відписатис[яь]|відписка|відпишіться"],
  ["avprenumerer", "avprenumerer(?:a|ing)|avsluta (?:(?:din|min|mitt|ditt) )?prenumeration(?:en)?"],
  ["avregistrer", "avregistrer(?:a|ing)(?: (?:dig|mig))?"],
  ["avmeld", "avmeld(?:ing)?|meld (?:(?:deg|meg) )?av"],
  ["frameld", "frameld(?:ing)?"],
  ["postituslist", "(?:eroa|poistu) postituslistalta|(?:lopeta|peruuta) (?:uutiskirjeen )?tilaus"],
  ["odber", "(?:zrusit|ukoncit) odber|odhlasit (?:se )?(?:z )?odber(?:u)?"],
  ["odhlas", "odhlasit s[ea]"],
  ["odjav", "odjava|odjavi(?:te)? se"],
  ["διαγραφ", "διαγραφη|απεγγραφη|καταργηση (?:της )?εγγραφης"],
  ["huy[\\W_]?[dđ]ang", "huy đang ky"],
  ["berhenti|batal", "(?:berhenti|batal(?:kan)?) (?:ber)?langganan"],
  ["leiratkoz", "leiratkozas|leiratkozik|leiratkozom|leiratkozhat"],
  ["הסר", "ל?הסרה|ל?הסיר (?:אותי )?מ?רשימת ה?(?:תפוצה|דיוור)"],
  ["ביטול", "ל?ביטול ה?(?:הרשמה|מנוי|רישום)|הפסק את ההרשמה"],
  ["الغاء", "(?:ل)?الغاء (?:ال)?اشتراك"],
  ["لغو", "لغو (?:اشتراک|عضویت)"],
  ["abonelik", "abonelikten (?:cık|ayrıl)(?:mak|ın)?"],
  ["uyeli", "uyelikten (?:cık|ayrıl)(?:mak|ın)?|uyeligi(?:ni|nizi)? sonlandır(?:mak|ın)?"],
];

/** Words of languages, such as Japanese, in which other letters may follow without a space. */
export const unspacedWords =
  "配信(?:を)?停止|配信の停止|(?:登録|購読)(?:を)?(?:解除|取り消|中止|停止)|退会|退订|退訂|取消(?:订阅|訂閱)|수신 ?거부|구독 ?(?:해지|취소)";

const email =
  "(?:e-?mails?|communications?|contact|marketing|newsletters?|notifications?|subscriptions?|mailings?)";

/** Phrases about leaving a list, which emails use instead of the words above or together with them. */
export const unsubscribePhrases: readonly string[] = [
  "remove (?:me|yourself|your (?:name|e-?mail|address))|take (?:me|yourself) (?:off|out)",
  "(?:to|you will) (?:be|get) (?:permanently )?(?:removed|taken off|excluded)",
  "cancel (?:your|my|this|the) subscription|subscription management",
  `(?:adjust|change|edit|manage|modify|set|update) (?:(?:all|my|of|our|the|these|your|${email}) ){0,4}(?:preferences|subscriptions?)`,
  `${email} (?:preferences|settings)`,
  "(?:e-?mail|newsletter)-?einstellungen|gerer (?:les|mes|vos) preferences",
  "gestionar (?:las|mis|sus|tus) preferencias|(?:gerenciar|gerir) (?:as |minhas |suas )?preferencias",
];

/** Phrases that begin a sentence about unsubscribing, such as "no longer wish to receive". */
export const wishes: readonly string[] = [
  "(?:stop|quit|discontinue) (?:receiving|getting)",
  "no longer (?:wish|want|like|care)(?: to)? (?:receive|get|hear|be|our|these|this|any|them|e-?mails?)",
  "do(?: not|n['’]?t) (?:wish|want) to (?:receive|get|hear)",
  "not (?:to )?receive",
  "(?:e-?)?mails? nicht(?: mehr| langer)? (?:erhalten|empfangen|bekommen)",
  "keine(?: weiteren)? (?:e-?mails?|newsletter|nachrichten)(?: mehr)? (?:erhalten|empfangen|bekommen)",
  "plus recevoir",
  "(?:no (?:desea|quiere)|dejar de)(?: seguir)? recib(?:ir|iendo)",
  "nao (?:desej[ao]r?|quer[eo]?)(?: mais)? receber|prefer(?:e|ir) nao(?: mais)? receber",
  "non (?:desideri|vuoi)(?: piu)? ricevere",
  "nie (?:chce|chcesz) (?:juz )?otrzymywac",
  "не хо(?:чу|тите)(?: больше)? получать",
  "almak istemiyor(?:um|sanız)?",
  "(?:geen (?:e-?)?mails? meer|niet (?:langer|meer))(?: \\p{L}+){0,3} ontvangen",
];

/** Words that show that "remove" in the same sentence is about a list. */
export const listWords =
  "e-?mails?|emailings?|mailings?|(?:mailing|our|this|the|that|any|all|contact) (?:\\p{L}+ )?(?:list|database)s?|newsletters?|subscri\\p{L}+|announcements?|offers|promotions";

/** Words of links that only point, such as "here", "cliquez ici", "klicken Sie bitte hier". */
export const pointingWords =
  "here right just simply use click clicks clicking tap press button with in one a single follow visit go to please by our us this the link page address below remove removed removal tell mail email " +
  "hier hierzu dazu gehen klicken klicke klickst klick anklicken anzuklicken mit einem per knopf button tun sie du indem bitte auf diesen diesem link klik klikken dan deze door te " +
  "ici cliquez cliquer cliquant en sur ce lien aqui haga haz haciendo hacer clic pulse pincha este enlace clique " +
  "qui clicca cliccare cliccando su questo tutaj tu kliknij ten aici apasati acest здесь buraya tıklayın こちら לחץ לחצו כאן";

/**
 * Texts of links to a website where readers can unsubscribe. Emails often link to their website for other reasons, so
 * such a link counts only next to words about unsubscribing.
 */
export const siteWords =
  "online|(?:web ?)?sites?|homepage|dashboard|portal|(?:log|sign) ?in|webseite|seite|startseite|anmelden|sitio|sito|strona|strone|саит\\p{L}*";

/** Names of pages, such as "settings", where a reader can leave a list if the link's sentence says so. */
export const placeWords =
  "settings?|preferences?|subscriptions?|accounts?|profile|einstellungen|konto|profil|parametres|compte|configuracion|cuenta|" +
  "preferencias|configuracoes|conta|impostazioni|preferenze|ustawienia(?:ch)?|instellingen|voorkeuren|настроик[аи]х?|ayarlar|設定|设置";
