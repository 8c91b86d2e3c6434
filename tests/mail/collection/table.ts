/** The body of an email, and all findings that an email with this body must cause. */
interface Row {
  readonly body: string;
  readonly finds: readonly string[];
  /** The attributes of `<html>`; `lang="en"` by default. */
  readonly html?: string;
  /** HTML to insert after the title. */
  readonly head?: string;
}

const noLink = "unsubscribe-missing: the email has no unsubscribe link";
const token = (written: string) => `merge-tag-unknown: the email has ${written}`;
const link = '<p><a href="%%unsubscribe%%">Unsubscribe</a></p>';

/** Emails, keyed by the feature that each of them tests. */
export const emails: Readonly<Record<string, Row>> = {
  "ampersands that are encoded twice in a URL": {
    body: `<p><a href="https://acme.example/?a=1&amp;amp;b=2">Spring</a> <a href="https://acme.example/?a=1&amp;b=2">Summer</a></p>
${link}`,
    finds: [
      "text-encoded: html: it has 1 address with &amp;amp; or #038; or amp%3B (first on line 8)",
    ],
  },
  "an element as high as the window": {
    body: `<div style="height:100vh;background:#cde2cd">Lettuce</div>
<p>What follows the hero.</p>
${link}`,
    finds: [],
  },
  "two branches of a template that both open a table": {
    body: `{{#if member}}
<table><tr><td>Welcome back
{{else}}
<table><tr><td>Welcome
{{/if}}
</td></tr></table>
${link}`,
    finds: [token("{{#if member}}")],
  },
  "columns of a fixed width": {
    body: `<table width="640" cellpadding="0"><tr>
<td width="320"><img src="https://acme.example/l.png" width="300" alt="Lettuce">Lettuce, 2.10</td>
<td width="320"><img src="https://acme.example/r.png" width="300" alt="Radish">Radish, 1.80</td>
</tr></table>
${link}`,
    finds: [],
  },
  "columns that stack on a narrow screen": {
    head: `<style>@media (max-width: 480px) { div { max-width: 100% !important } }</style>
`,
    body: `<div style="display:inline-block;width:100%;max-width:300px"><img src="https://acme.example/l.png" style="width:100%;height:auto" alt="Lettuce"></div>
<div style="display:inline-block;width:100%;max-width:300px"><img src="https://acme.example/r.png" style="width:100%;height:auto" alt="Radish"></div>
${link}`,
    finds: [],
  },
  "an http link in a comment for all email clients but Outlook": {
    body: `<!--[if !mso]><!--><p><a href="http://acme.example/vine">Vines</a> climb.</p><!--<![endif]-->
<![if !mso]><p>Peas lean.</p><![endif]>
${link}`,
    finds: ["link-not-https: html: 1 address without https (first on line 8)"],
  },
  "an http image in a comment for Outlook": {
    body: `<!--[if mso]><table width="600"><tr><td><![endif]-->
<div style="max-width:600px">Beans climb, peas lean.</div>
<!--[if mso]></td></tr></table><![endif]-->
<!--[if gte mso 9]><v:fill src="http://acme.example/bark.png"/><![endif]-->
${link}`,
    finds: ["link-not-https: html: 1 address without https (first on line 11)"],
  },
  "http URLs in a comment that Outlook ignores because of a space": {
    body: `<!-- [if mso]><a href="http://acme.example/old">Old</a><img src="http://acme.example/old.png"><table><![endif]-->
<p>Beans climb, peas lean.</p>
${link}`,
    finds: [],
  },
  "a control character": {
    body: `<p>D\u0092accord, says the café.</p>
${link}`,
    finds: ["character-lost: html: it has the character U+0092 (first on line 8)"],
  },
  "Arabic text from right to left": {
    html: 'lang="ar" dir="rtl"',
    body: `<p>زهور الربيع في حديقتك، 5 بذور</p>
<p><a href="https://acme.example/ar">المتجر</a></p>
${link}`,
    finds: [],
  },
  "links to hosts of a private network": {
    body: `<p><a href="https://192.168.0.3/">Canteen</a> <a href="https://files.internal/menu">Menu</a> <a href="https:///shop">Shop</a></p>
${link}`,
    finds: [
      "link-unreachable: html: it has 3 addresses on a host of a private network (first on line 8)",
    ],
  },
  "links to hosts that no reader can reach": {
    body: `<p><a href="https://localhost:3000/spring">Spring</a> <a href="https://https://acme.example/">Shop</a> <a href="https://[::1]/">Beans</a></p>
<p><img src="https://127.0.0.1/peas.png" alt="Peas" width="80"></p>
<p>To try it, start the server and open <a href="https://acme.localhost:8080/">https://acme.localhost:8080/</a>.</p>
${link}`,
    finds: [
      "link-unreachable: html: it has 4 addresses on a host that no reader can reach (first on line 8)",
    ],
  },
  "images in elements, CSS and SVG": {
    head: `<style>@import url("https://acme.example/f.css"); .h { background: url(https://acme.example/h.png) }</style>
`,
    body: `<picture><source srcset="https://acme.example/a.webp" type="image/webp"><img src="https://acme.example/a.png" srcset="https://acme.example/a.png 1x, https://acme.example/a@2.png 2x" alt="Beans" width="300"></picture>
<table background="https://acme.example/leaf.png" width="300"><tr><td style="background:url('https://acme.example/bark.png')">Peas</td></tr></table>
<p><input type="image" src="https://acme.example/go.png" alt="Go" width="60"></p>
<p style="width:300px"><svg width="20" height="20"><image href="https://acme.example/dot.png" width="20" height="20"/></svg> Lentils</p>
${link}`,
    finds: [],
  },
  "images of many sizes": {
    body: `<table width="100%"><tr><td><img src="https://acme.example/a.png" alt="A row of beans" width="100%"></td></tr><tr><td>Thirty seeds for a spring in the garden, and three tools that were made for small hands.</td></tr></table>
<table width="100%"><tr><td><img src="https://acme.example/b.png" alt="A row of peas" style="width:100%;height:auto"></td></tr></table>
<table width="100%"><tr><td><img src="https://acme.example/c.png" alt="A row of lentils" width="200" height="100"></td></tr></table>
<picture><source srcset="https://acme.example/d.png"><img src="https://acme.example/d.png" srcset="https://acme.example/d.png 2x" width="500" alt="Seeds"></picture>
<p><input type="image" src="https://acme.example/e.png" width="450" alt="Go"></p>
<table background="https://acme.example/f.png" width="420"><tr><td style="background:url(https://acme.example/g.png)">Tools</td></tr></table>
${link}`,
    finds: [],
  },
  "images with cid: addresses of attachments": {
    body: `<p><img src="cid:logo@acme" alt="Acme" width="80"></p>
<table background="cid:leaf"><tr><td style="background:url(cid:bark)">Peas</td></tr></table>
${link}`,
    finds: ["image-attached: html: it has 3 addresses of a cid: attachment (first on line 8)"],
  },
  "images without alt text": {
    body: `<p><img src="https://acme.example/a.png" width="120"> <img src="https://acme.example/b.png" alt="" width="120"></p>
<p><a href="https://acme.example"><img src="https://acme.example/c.png" width="120"></a></p>
${link}`,
    finds: ["image-without-alt: html: 2 images without alt text (first on line 8)"],
  },
  "images without an address": {
    body: `<p><img src=" " alt="Spade" width="120"></p>
<p><img alt="Rake" width="120"></p>
<p><img src="https://acme.example/hoe.png" alt="Hoe" width="120"></p>
${link}`,
    finds: ["link-empty: html: 2 links and images without a usable address (first on line 8)"],
  },
  "images without https": {
    head: `<style>.h { background: url(http://acme.example/h.png) }</style>
`,
    body: `<table background="http://acme.example/leaf.png"><tr><td style="background:url(leaf.png)">Peas</td></tr></table>
<p><img src="https://acme.example/a.png" srcset="http://acme.example/a.png 1x, b.png 2x" alt="Beans" width="300"></p>
${link}`,
    finds: ["link-not-https: html: 5 addresses without https (first on line 6)"],
  },
  "letters of many languages and emoji": {
    body: `<h1>Grüße, žluťoučký kůň, Übermut, naïve café</h1>
<p>Ελληνικά, Русский, עברית, العربية, 日本語, 한국어, ไทย</p>
<p>👩\u200d🌾 🌱 🇺🇦 – “quoted” … 5 € &amp; ½ &mdash; &#x1F331;</p>
${link}`,
    finds: [],
  },
  "tel:, sms:, mailto: and https: links and a data: image": {
    body: `<p>Call <a href="tel:+4930123456">us</a>, <a href="sms:+4930123456">text</a> or <a href="mailto:hello@acme.example">write</a>.</p>
<p><img alt="" width="1" height="1" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="></p>
<p><a href="HTTPS://ACME.example/Path?x=1&amp;y=2#z">Shop</a> <a href="https://xn--bcher-kva.example/">Books</a></p>
${link}`,
    finds: [],
  },
  "a carousel's links to the anchors #1 and #2 around labels": {
    body: `<input type="radio" name="c" id="c1"><input type="radio" name="c" id="c2">
<p><a href="#1"><label for="c1"><img src="https://acme.example/1.png" alt="First bed" width="90"></label></a>
<a href="#2"><label for="c2">Second bed</label></a></p>
${link}`,
    finds: [],
  },
  "links that lead nowhere": {
    body: `<h1>Three offers</h1>
<p><a href="#">Shop now</a></p>
<p><a href="">Read more</a></p>
<p><a href="https://">Visit us</a></p>
<p><a href="https:// acme.example/sale">See the sale</a></p>
<p><a href="#offers">All offers</a></p>
<p><a href="mailto:">Write to us</a></p>
<p><a href="#"><img src="https://acme.example/a.png" alt="Seeds" width="90"></a></p>
${link}`,
    finds: ["link-empty: html: 7 links and images without a usable address (first on line 9)"],
  },
  "links to anchors within the email": {
    body: `<a name="start"></a>
<p><a href="#tools">Tools</a>, <a href="#seeds">seeds</a>, <a href="#b%C3%A4ume">trees</a></p>
<h2 id="tools">Tools</h2>
<p><a href="#top">Back to the top</a> or <a href="#start">to the start</a></p>
<h2><a name="seeds">Seeds</a></h2>
<h2 id="bäume">Trees</h2>
<a href="#"></a>
${link}`,
    finds: [],
  },
  "links without https": {
    body: `<p><a href="http://acme.example">Shop</a> <a href="//acme.example/a">Garden</a> <a href="/about">About</a></p>
<p><a href="javascript:void(0)">Open</a> <a href="www.acme.example">Site</a></p>
${link}`,
    finds: ["link-not-https: html: 5 addresses without https (first on line 8)"],
  },
  "the replacement character U+FFFD": {
    body: `<h1>The caf\ufffd opens at nine</h1>
<p>Bring your own cup.</p>
${link}`,
    finds: ["character-lost: html: it has the character U+FFFD (first on line 8)"],
  },
  "no visible content": {
    body: `<table width="600"><tr><td>&nbsp;&#847;&zwnj;</td></tr></table>
<!-- A mail -->`,
    finds: [noLink, "html-blank: html: it has no text"],
  },
  "a hidden preheader": {
    body: `<div style="display:none;max-height:0;overflow:hidden">Lettuce needs light, and so do you.&#847;&zwnj;&nbsp;&#847;&zwnj;&nbsp;</div>
<p>Sow thinly.</p>
${link}`,
    finds: [],
  },
  "elements closed as in XML where HTML permits this": {
    body: `<p><svg width="9" height="9"><g><path d="M0 0h9v9"/></g></svg> Peas<br/> and<o:p/> beans<hr/></p>
${link}`,
    finds: [],
  },
  "an element closed after the block around it": {
    body: `<div>
<center>Sow peas in rows.</div></center>
${link}`,
    finds: [
      "element-unclosed: html: 1 element closed after the element around it (first <center> on line 9)",
    ],
  },
  "inline elements closed in the wrong order": {
    body: `<p>Sow <b>peas <i>and</b> beans</i> in rows. <font color="#336633"><u>Soon</font></u>.</p>
${link}`,
    finds: [],
  },
  "elements that are never closed": {
    body: `<table width="100%"><tr><td>
<div>Sow <b>peas in rows.
</td></tr></table>
${link}`,
    finds: ["element-unclosed: html: 2 elements never closed (first <div> on line 9)"],
  },
  "elements without the end tags that HTML makes optional": {
    body: `<ul><li>Peas<li>Beans</ul>
<table><tr><th>Crop<th>Month<tr><td>Peas<td>March</table>
<dl><dt>Loam<dd>What one wants</dl>
<p>Rows of a foot<br>and a half
<hr>
${link}`,
    finds: [],
  },
  "start tags without a closing bracket": {
    body: `<p><a href="https://acme.example/sale" <img src="https://acme.example/sale.png" alt="Sale"></a></p>
<table><tr><td style="color:#333333" <p>Hello</p></td></tr></table>
${link}`,
    finds: ['element-unclosed: html: 2 start tags without a ">" (first <a> on line 8)'],
  },
  "merge tags of other tools with known names, such as [First Name]": {
    body: `<p>Dear [First Name], dear {lastname}, dear %FNAME%, dear #name#,</p>
<p>[NOTICE] 50% off, 20% more [1], {as is}. <code>{name}</code> is a value.</p>
${link}`,
    finds: ["merge-tag-unknown: html: it has [First Name]"],
  },
  "merge tags of other tools within URLs": {
    body: `<p><a href="{{ shop_url }}/spring">Shop</a> <a href="https://acme.example/?n=%%name%%">Yours</a> <a href="%%link%%">More</a></p>
<p><img src="https://acme.example/{{ image }}" alt="{{ name }}" width="100"></p>
${link}`,
    finds: [token("{{ shop_url }}")],
  },
  "a merge tag in Liquid syntax": {
    body: `<p>{% if member %}Welcome back{% endif %}, peas are ripe.</p>
${link}`,
    finds: [token("{% if member %}")],
  },
  "merge tags in the syntaxes of other tools": {
    body: `<p>Dear {{{first_name}}}, your code is [[code]], and your city is *|CITY|*.</p>
<p><%= order > 3 ? "Thanks" : "Hello" %> \${name}</p>
${link}`,
    finds: [token("{{{first_name}}}")],
  },
  "merge tags of the service": {
    body: `<p>Dear %%first_name%%, 100% of the peas at 50%% off, {as is} [sic] $5 | 10%-20%.</p>
<p><a href="https://acme.example/%2Funsubscribe%2F/a%20b">Peas</a></p>
${link}`,
    finds: [],
  },
  "merge tags of other tools as whole URLs": {
    body: `<p><a href="[tracking_link]">Spring</a> <a href="%LINKCR%">Summer</a> <a href="https://acme.example/?e={email}">Autumn</a></p>
${link}`,
    finds: ["merge-tag-unknown: html: it has the address [tracking_link] (on line 8)"],
  },
  "only a link to an article about unsubscribing": {
    body: `<h1>What we wrote this month</h1>
<ul>
<li><a href="https://acme.example/blog/why-readers-unsubscribe">Why readers leave a list</a></li>
<li><a href="https://acme.example/blog/compost">Compost in a week</a></li>
</ul>`,
    finds: [noLink],
  },
  "words about unsubscribing beside a link to log out": {
    body: `<h1>Sow in March</h1>
<table><tr><td>You can unsubscribe at any time. <a href="https://acme.example/out">Log out</a></td></tr></table>`,
    finds: [noLink],
  },
  "a form with an unsubscribe button": {
    body: `<h1>Sow in March</h1>
<form action="https://acme.example/u" method="post"><input type="hidden" name="reader" value="7"><button>Unsubscribe</button></form>`,
    finds: [],
  },
  'an unsubscribe link with the text "here"': {
    body: `<h1>Sow in March</h1>
<table><tr><td>You get this mail since you bought seeds.<br>
To unsubscribe, click <a href="https://acme.example/u/7">here</a>.</td></tr></table>`,
    finds: [],
  },
  "a form whose URL has the word opt-out": {
    body: `<h1>Water on Fridays</h1>
<p>Before the weekend, that is.</p>
<form action="https://acme.example/opt-out" method="post"><input type="submit" value="Stop these mails"></form>`,
    finds: [],
  },
  "an unsubscribe link to an email address": {
    body: `<h1>Water on Tuesdays</h1>
<p>The rest of the week the pots can do without.</p>
<p><a href="mailto:list@acme.example?subject=unsubscribe">Stop these mails</a></p>`,
    finds: [],
  },
  "only a hidden unsubscribe link": {
    body: `<h1>Six apples to try</h1>
<p>All of them are ripe now.</p>
<div style="display:none"><a href="%%unsubscribe%%">Unsubscribe</a></div>`,
    finds: [noLink],
  },
  "an unsubscribe link only in an HTML comment": {
    body: `<h1>Six pears to try</h1>
<p>All of them keep until spring.</p>
<!-- <a href="%%unsubscribe%%">Unsubscribe</a> -->`,
    finds: [noLink],
  },
  "an unsubscribe link in French": {
    html: 'lang="fr"',
    body: `<h1>Les semis de mars</h1>
<p>Les tomates vont sur le rebord de la fenêtre.</p>
<p><a href="https://acme.example/n/4711">Se d&eacute;sabonner</a></p>`,
    finds: [],
  },
  "an unsubscribe link in German": {
    html: 'lang="de"',
    body: `<h1>Aussaat im März</h1>
<p>Jetzt kommen die Tomaten ans Fenster.</p>
<p><a href="https://acme.example/n/4711">Newsletter abbestellen</a></p>`,
    finds: [],
  },
  "an unsubscribe link in Italian": {
    html: 'lang="it"',
    body: `<h1>La semina di marzo</h1>
<p>I pomodori vanno sul davanzale.</p>
<p><a href="https://acme.example/n/4711">Annulla l’iscrizione</a></p>`,
    finds: [],
  },
  "an unsubscribe link in Polish": {
    html: 'lang="pl"',
    body: `<h1>Siew w marcu</h1>
<p>Pomidory idą na parapet.</p>
<p><a href="https://acme.example/n/4711">Wypisz się</a></p>`,
    finds: [],
  },
  "an unsubscribe link in Spanish": {
    html: 'lang="es"',
    body: `<h1>La siembra de marzo</h1>
<p>Los tomates van al alféizar.</p>
<p><a href="https://acme.example/n/4711">Darse de baja</a></p>`,
    finds: [],
  },
  "the merge tag %%unsubscribe%% after https:// and mailto:": {
    body: `<h1>Bulbs for autumn</h1>
<p>No more of these? <a href="https://%%unsubscribe%%">Unsubscribe</a> or <a href="mailto:%%unsubscribe%%">write</a></p>`,
    finds: ["unsubscribe-broken: html: it has https://%%unsubscribe%% (on line 9)"],
  },
  "the merge tag %%UNSUBSCRIBE%% in capitals": {
    body: `<h1>Bulbs for autumn</h1>
<p>Tulips want cold, so plant them late.</p>
<p>No more of these? <a href="%%UNSUBSCRIBE%%">Unsubscribe</a></p>`,
    finds: [token("%%UNSUBSCRIBE%%")],
  },
  "the merge tag {{{unsubscribe}}}": {
    body: `<h1>Bulbs for autumn</h1>
<p>Tulips want cold, so plant them late.</p>
<p>No more of these? <a href="{{{unsubscribe}}}">Unsubscribe</a></p>`,
    finds: [token("{{{unsubscribe}}}")],
  },
  "%%unsubscribe%% in encoded form outside a link": {
    body: `<h1>Bulbs for autumn</h1>
<p>No more of these? &#37;&#37;unsubscribe&#37;&#37;</p>`,
    finds: ["unsubscribe-broken: html: it has &#37;&#37;unsubscribe&#37;&#37;"],
  },
  "the incomplete merge tag %%unsubscribe%": {
    body: `<h1>Bulbs for autumn</h1>
<p>Tulips want cold, so plant them late.</p>
<p>No more of these? <a href="%%unsubscribe%">Unsubscribe</a></p>`,
    finds: [token("%%unsubscribe%")],
  },
  "the merge tag %unsubscribe%": {
    body: `<h1>Bulbs for autumn</h1>
<p>Tulips want cold, so plant them late.</p>
<p>No more of these? <a href="%unsubscribe%">Unsubscribe</a></p>`,
    finds: [token("%unsubscribe%")],
  },
  "the merge tag %% unsubscribe %% with spaces": {
    body: `<h1>Bulbs for autumn</h1>
<p>Tulips want cold, so plant them late.</p>
<p>No more of these? <a href="%% unsubscribe %%">Unsubscribe</a></p>`,
    finds: [token("%% unsubscribe %%")],
  },
  "the merge tag *|UNSUB|*": {
    body: `<h1>Bulbs for autumn</h1>
<p>Tulips want cold, so plant them late.</p>
<p>No more of these? <a href="*|UNSUB|*">Unsubscribe</a></p>`,
    finds: [token("*|UNSUB|*")],
  },
  "%%unsubscribe%% with a bold word outside a link": {
    body: `<h1>Bulbs for autumn</h1>
<p>No more of these? %%<b>unsubscribe</b>%%</p>`,
    finds: ["unsubscribe-broken: html: it has %%<b>unsubscribe</b>%%"],
  },
  "an unsubscribe link with soft hyphens in its text": {
    body: `<h1>Long words, narrow columns</h1>
<p>Beds of a yard in width.</p>
<p><a href="https://acme.example/n/4711">Un&shy;sub&shy;scribe</a></p>`,
    finds: [],
  },
  "a wide image with a maximum width in a table": {
    body: `<table width="100%" cellpadding="0" cellspacing="0"><tr><td><img src="https://acme.example/hero.png" alt="A bed of lettuces in rows" width="600" style="display:block;width:600px;max-width:100%"></td></tr>
<tr><td>Lettuces in rows of eight, with a path between each two that is as wide as a foot.</td></tr></table>
${link}`,
    finds: [],
  },
  "a wide image without a maximum width": {
    body: `<table cellpadding="0" cellspacing="0"><tr><td><img src="https://acme.example/hero.png" alt="A bed of lettuces in rows" width="600" height="200"></td></tr>
<tr><td>Lettuces in rows of eight.</td></tr></table>
${link}`,
    finds: [],
  },
};

/** The complete HTML document of an email. */
export function documentOf({ body, html = 'lang="en"', head = "" }: Row): string {
  return `<!doctype html>
<html ${html}>
<head>
<meta charset="utf-8">
<title>Mail</title>
${head}</head>
<body>
${body}
</body>
</html>
`;
}
