import { expect } from "chai";
import { inspectHtml } from "../../../mail/inspect/inspection";
import { textOffersUnsubscribe } from "../../../mail/inspect/unsubscribe";

describe("a way to unsubscribe in plain text", () => {
  it("is %%unsubscribe%% or an address that contains or follows a word such as unsubscribe", () => {
    for (const [text, is] of [
      ["%%unsubscribe%%", true],
      ["%%UNSUBSCRIBE%%", false],
      ["%% unsubscribe %%", false],
      ["Abmeldeverfahren: https://x.example/n/1", false],
      ["Newsletter abbestellen: https://x.example/n/1", true],
      ["Se désabonner : https://x.example/n/1", true],
      ["Darse de baja: https://x.example/n/1", true],
      ["Wypisz się: https://x.example/n/1", true],
      ["Uitschrijven of afmelden: www.x.example/n", true],
      ["https://x.example/blog/why-readers-unsubscribe", false],
      ["https://x.example/unsubscribe", true],
      ["unsubscribe-1@x.example", true],
      ["To unsubscribe\nwrite to a@x.example", true],
      ["To unsubscribe\n\nwrite to a@x.example", false],
      ["Here's how to unsubscribe.\nhttps://x.example/1", true],
      ["To unsubscribe, please use the link below. \r\nhttps://x.example/1", true],
      ["You may remove yourself from our list.\nJust go to https://x.example/1", true],
      ["To unsubscribe, email: seeds-and-beans-unsubscribe@x.example", true],
      ["a@x.example unsubscribe", false],
      ["https://x.example unsubscribe", false],
      ["unsubscribe unsubscribe@x.example", true],
      ["unsubscribe unsubscribe@", false],
      ["To unsubscribe, write to mailto: https:// www.", false],
      ["To be removed from this list, write to a@x.example", true],
      ["It will be removed from the shop: https://x.example/1", false],
    ] as const) {
      expect(textOffersUnsubscribe(text), text).to.equal(is);
    }
  });
});

// The tests in tests/mail/collection check other forms of links in whole emails.
describe("an unsubscribe link in HTML", () => {
  it("must be visible to a reader, and not be within an HTML comment", () => {
    const bodies = {
      "<title>%%unsubscribe%%</title><p>Hi</p>": false,
      "<style>/* %%unsubscribe%% */</style><p>Hi</p>": false,
      "<p data-href='https://x.example/unsubscribe'>Hi</p>": false,
      "<a href='#unsubscribe'>Unsubscribe</a>": false,
      "<a href='https://x.example'>Shop</a><p>Unsubscribe</p>": false,
      "<template>%%unsubscribe%%</template><p>Hi</p>": false,
      "<!--[if mso]><form action='https://x.example/unsubscribe'></form><![endif]-->": false,
      "<p>%%unsubscribe%%</p>": true,
      "<p>Stop: https://x.example/unsubscribe</p>": true,
      "<a href='<%asm_group_unsubscribe_raw_url%>'>Unsubscribe</a>": false,
      "<a href='/unsubscribe'>Unsubscribe</a>": false,
      "<a href='%%unsubscribe%%'>Stop</a>": true,
      "<a href='https://x.example/1'>Opt out of these emails</a>": true,
      "<a href='https://x.example/1'>Dezabonare</a>": true,
      "<p>Hier können Sie sich abmelden. Gehen Sie hierzu auf<br>https://x.example im Menü</p>": true,
      "<p>Hier können Sie sich abmelden. Lesen Sie uns auf<br>https://x.example im Menü</p>": false,
      "<a href='https://x.example/r/https:%2F%2Fy.example%2Funsubscribe%2F1'>Stop</a>": true,
      "<p>Se você prefere não receber e-mails, <a href='https://x.example/1'>clique aqui</a></p>": true,
      "<a href='https://x.example/1'>Avregistrera</a>": true,
      "<p>Отписаться можно на <a href='https://x.example/1'>нашем сайте</a></p>": true,
      "<p>Чтобы отписаться, откройте <a href='https://x.example/1'>настройки</a></p>": true,
      "<p>Чтобы купить, откройте <a href='https://x.example/1'>настройки</a></p>": false,
      "<a href='https://x.example/1'>수신거부를 하시려면</a>": true,
      "<a href='https://x.example/1'>הסרה מרשימת התפוצה</a>": true,
      "<p>להסרה מרשימת הדיוור <a href='https://x.example/1'>לחצו כאן</a></p>": true,
      "<a href='https://x.example/1'>إلغاء الاشتراك</a>": true,
      "<p>הסרה מרשימת התפוצה</p><a href='https://x.example/1'>קנו עכשיו</a>": false,
      "<a href='https://x.example/u/1'><b>Unsubscribe</b></a>": true,
      "<a href='https://x.example/u/1'><img alt='Unsubscribe' src='https://x.example/a'></a>": true,
      "<map><area alt='' href='https://x.example/unsubscribe'></map>": true,
    };
    for (const [html, is] of Object.entries(bodies)) {
      expect(inspectHtml(html).offersUnsubscribe(), html).to.equal(is);
    }
  });

  it('may have a text such as "here" if the same or the previous sentence mentions unsubscribing', () => {
    const link = (text: string) => `<a href="https://x.example/1">${text}</a>`;
    for (const [body, is] of [
      [`To unsubscribe, click ${link("here")}.`, true],
      [`To <b>un&shy;subscribe</b>, click ${link("this link")}.`, true],
      [`${link("Click here")} to stop receiving these emails.`, true],
      [`If you no longer wish to receive them, ${link("tell us")}.`, true],
      [`Wenn Sie sich abmelden möchten, bitte ${link("hier klicken")}.`, true],
      [`Möchten Sie keine weiteren E-Mails erhalten? ${link("Klicken Sie bitte hier")}.`, true],
      [`Si vous ne souhaitez plus recevoir nos messages : ${link("ici")}`, true],
      [`Para cancelar su suscripción, haga clic ${link("aquí")}.`, true],
      [`Wilt u geen e-mails meer ontvangen? ${link("Klik hier")}`, true],
      // Words in other languages.
      [link("Darse de baja"), true],
      [link("Einstellungen für E-Mail-Einstellungen"), true],
      [link("配信停止はこちら"), true],
      [link("登録を解除する"), true],
      [link("Gérer vos préférences"), true],
      [link("Cancelar inscrição"), true],
      [link("Descadastre-se"), true],
      [link("Отписаться"), true],
      [`Не хотите получать эти письма? ${link("здесь")}`, true],
      [link("Cancella iscrizione"), true],
      [link("Odsubskrybuj"), true],
      [link("Abonelikten çık"), true],
      [link("Üyelikten ayrıl"), true],
      [link("退订"), true],
      [link("取消訂閱"), true],
      // Links to email preferences, and "remove" in a sentence about a list or about emails.
      [link("Manage your email preferences"), true],
      [link("Update your preferences"), true],
      [link("Email preferences"), true],
      [`<a href="https://x.example/unsub.php?c=1">Here</a>`, true],
      [`<a href="https://x.example/ct_site_unsub.html">Here</a>`, true],
      [`<a href="mailto:a@x.example?subject=Remove">Write us</a>`, true],
      [`<a href="mailto:remove@x.example">Write us</a>`, true],
      [
        `Take yourself out of our list <a href="https://x.example/remove.html">BY CLICKING HERE</a>`,
        true,
      ],
      [
        `If you do not wish to receive announcements, please click the remove link below.<br>${link("Remove")}`,
        true,
      ],
      [`Click ${link("here")} to be removed from our mailing list.`, true],
      [`${link("Remove")} your address from our newsletter`, true],
      [link("Remove stains"), false],
      [`Remove the seeds. ${link("Add to your wish list")}`, false],
      [link("Manage cookie preferences"), false],
      [link("Show preferences"), false],
      [link("View removed items"), false],
      [`<a href="https://x.example/cart/remove?id=1">Empty the basket</a>`, false],
      ["If you no longer want our mailings, you may be<br>removed by mailto:a@x.example", true],
      ["<p>Here's how to unsubscribe.</p>\n<p>https://x.example/1</p>", true],
      ["<p>Unsubscribe. Questions? Write to a@x.example</p>", false],
      ["<p>To unsubscribe, write to</p><p>a@x.example</p>", true],
      [
        "<p>Unsubscribe</p><p>To be sure of our emails, add a@x.example to your contacts</p>",
        false,
      ],
      [`Unsubscribe | ${link("Privacy")} · ${link("Contact")}`, false],
      // The words for unsubscribing aren't in the link, which leads elsewhere.
      [`Unsubscribe ${link("Report spam")}`, false],
      [`${link("View in browser")} Unsubscribe`, false],
      [`Reply, ${link("view it on GitHub")}, or unsubscribe.`, false],
      [
        `You may manage email preferences, view our ${link("Policy")} or ${link("Contact Us")}.`,
        false,
      ],
      [`To unsubscribe, go to your ${link("account page")}.`, true],
      [`Wenn Sie sich abmelden möchten, ändern Sie Ihre ${link("Einstellungen")}.`, true],
      [`You can unsubscribe at any time. ${link("Settings")}`, false],
      [`If you no longer wish to get these, you may ${link("disable them")}.`, true],
      [`${link("Read it online")} If you no longer wish to get these, unsubscribe.`, false],
      [link(`${"word ".repeat(100)}unsubscribe`), false],
      [`Manage preferences • ${link("Privacy")}`, false],
      [`Tired of us? You can opt out.<br>${link("Click here")}`, true],
      [`<p>To unsubscribe:</p><p>${link("https://x.example/1")}</p>`, true],
      [`To unsubscribe, <a>click</a> ${link("here")}.`, true],
      [`Unsubscribe by <a href="mailto:a@x.example?subject=Take me off">mail</a>.`, true],
      [`<a href="mailto:a@x.example?subject=To unsubscribe, send this">Stop</a>`, true],
      [`You can unsubscribe at any time. ${link("Log out")}`, false],
      [`You can unsubscribe at any time!${link("Log out")}`, false],
      [`You can unsubscribe at any time<br>${link("Log out")}`, false],
      [`<table><tr><td>Unsubscribe</td><td>${link("Log out")}</table>`, false],
      [`You can unsubscribe. Or stay. ${link("Click here")}`, false],
      [`<a href="#">Unsubscribe</a> | ${link("Privacy")}`, false],
      [`To unsubscribe, click <span hidden>${link("here")}</span>.`, false],
      [`<span style="display:none">To unsubscribe, click</span> ${link("here")}.`, false],
      [`To unsubscribe, click <a href="#top">here</a>.`, false],
      [`Unsubscribe ${"word ".repeat(100)} ${link("here")}`, false],
    ] as const) {
      expect(inspectHtml(body).offersUnsubscribe(), body).to.equal(is);
    }
  });

  it('is found by a text such as "Se désabonner" or "退订", but not by similar words', () => {
    const texts = [
      ...["إلغاء الاشتراك", "Отписване", "Dona't de baixa", "Zrušit odběr", "Afmeld", "Abmelden"],
      ...["Διαγραφή", "Darse de baja", "Poistu postituslistalta", "Se désabonner", "ביטול רישום"],
      ...[
        "Leiratkozás",
        "Batal berlangganan",
        "Cancella iscrizione",
        "登録を取り消す",
        "구독 해지",
      ],
      ...["Uitschrijven", "Meld av", "Odsubskrybuj", "Cancelar assinatura", "Cancelar subscrição"],
      ...["Dezabonare", "Отписаться", "Zrušiť odber", "Odjava", "Avsluta prenumeration", "退订"],
      ...["Üyeliği sonlandır", "Відписатися", "Hủy đăng ký", "退訂", "لغو اشتراک", "Odhlásit se"],
    ];
    const link = (text: string) => `<a href="https://x.example/1">${text}</a>`;
    const isMissed = (text: string) => !inspectHtml(link(text)).offersUnsubscribe();
    expect(texts.filter(isMissed)).to.deep.equal([]);
    for (const other of ["Đăng ký", "Berlangganan", "اشتراک", "Εγγραφή", "Odjavna špica", "Meld"]) {
      expect(inspectHtml(link(other)).offersUnsubscribe(), other).to.equal(false);
    }
  });

  it('may have a text such as "this button" or "online" if the sentence around the link offers to unsubscribe', () => {
    const link = (text: string) => `<a href="https://x.example/1">${text}</a>`;
    const image = (alt: string) => link(`<img src="https://x.example/a.png"${alt}>`);
    for (const body of [
      `To unsubscribe, press ${link("this button")}.`,
      `To unsubscribe, press ${link("the button below")}.`,
      `To unsubscribe, click ${link("right here")}.`,
      `You can unsubscribe ${link("with one click")}.`,
      `Unsubscribe ${link("in one click")}`,
      `Wenn Sie sich abmelden möchten, bitte ${link("hier anklicken")}.`,
      `Zum Abmelden ${link("diesen Link anklicken")}.`,
      `Sie können sich ${link("mit einem Klick")} abmelden.`,
      `Want to unsubscribe? ${link("Press this button")}`,
      `<p>To unsubscribe:</p><p>${link("acme.example/leave")}</p>`,
      `To unsubscribe, go to ${link("acme.example/leave")}.`,
      `To unsubscribe, go to ${link("www.acme.example")}.`,
      // A link to a site counts only after words for unsubscribing, or before "to unsubscribe".
      `You can unsubscribe ${link("online")}.`,
      `To unsubscribe, ${link("visit our website")}.`,
      `${link("Visit our site")} to unsubscribe.`,
      `To unsubscribe, open ${link("your dashboard")}.`,
      `To unsubscribe, ${link("log in")}.`,
      `To unsubscribe, visit us at ${link("acme.example")}.`,
      `Unsubscribe ${link("→")}`,
      `Unsubscribe ${link("&gt;&gt;")}`,
      `Unsubscribe ${image("")}`,
      `Unsubscribe ${image(' alt=""')}`,
    ]) {
      expect(inspectHtml(body).offersUnsubscribe(), body).to.equal(true);
    }
    for (const body of [
      `Unsubscribe ${link("")}`,
      `Unsubscribe ${link("Acme Inc.")}`,
      `Unsubscribe ${link("v2.0")}`,
      `Unsubscribe ${link("2026")}`,
      `Unsubscribe ${image(' alt="Acme"')}`,
      `Unsubscribe | ${link("acme.example")}`,
      `<p>Unsubscribe</p>${image(' alt=""')}`,
      `You can unsubscribe at any time. ${link("→")}`,
      `You can unsubscribe at any time. ${link("Visit our website")}`,
      `<p>You can unsubscribe at any time</p><p>${link("acme.example")}</p>`,
      `View this email ${link("online")} or unsubscribe.`,
      `You signed up on ${link("our website")}, and may unsubscribe.`,
      // The words for unsubscribing are in the text, but not about the link.
      `Manage your preferences or remove me from the list | ${image(' alt=""')}`,
      `You may update your preferences, or be removed from our list. ${link("Our website")}`,
      `Remove this item or change its preferences ${link("right here")}`,
    ]) {
      expect(inspectHtml(body).offersUnsubscribe(), body).to.equal(false);
    }
  });

  it("may be a button of a form with a web URL", () => {
    for (const [body, is] of [
      ["<form action='https://x.example/1'><button>Unsubscribe</button></form>", true],
      ["<form action='https://x.example/1'><input type=submit value='Opt out'></form>", true],
      ["<form action='https://x.example/1'><input type=image alt='Abmelden'></form>", true],
      ["<table><form action='https://x.example/1'><tr><td><button>Unsubscribe</table>", true],
      ["<form><button formaction='https://x.example/1'>Unsubscribe</button></form>", true],
      ["<form action='https://x.example/1'>Unsubscribe<button>Log out</button></form>", false],
      ["<form action='https://x.example/1'><button hidden>Unsubscribe</button></form>", false],
      ["<form action='https://x.example/1'><input name=a value='Unsubscribe'></form>", false],
      ["<form action='#'><button>Unsubscribe</button></form>", false],
    ] as const) {
      expect(inspectHtml(body).offersUnsubscribe(), body).to.equal(is);
    }
  });
});
