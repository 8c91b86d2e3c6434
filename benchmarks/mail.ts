import { createHash } from "node:crypto";

/** A mail as tools compile it: nested tables with their styles inline, a picture and a link in each section. */
export function mailOf(length: number, campaign: number, word = ""): string {
  const css =
    "font-family:Helvetica,Arial,sans-serif;font-size:16px;line-height:24px;color:#333333;";
  const noise = createHash("sha256").update(String(campaign)).digest("hex");
  const section = (at: number) => `
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#ffffff;margin:0 auto;max-width:600px;">
  <tr><td align="center" style="padding:24px 32px;direction:ltr;font-size:0;text-align:left;vertical-align:top;">
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="border-collapse:collapse;">
      <tr><td style="padding:0 0 16px;"><img src="https://images.acme.example/${noise}/${at}.png" alt="Picture ${at}" width="536" style="border:0;display:block;height:auto;outline:none;width:100%;"></td></tr>
      <tr><td style="${css}"><p style="margin:0 0 16px;${css}">Hello {{first_name}}, this is section ${at} ${at === 7 ? word : ""} of a longer mail, with as many words as a reader bears before the next picture comes, and then a few more.</p></td></tr>
      <tr><td style="${css}"><a href="https://shop.acme.example/${noise}/${at}" style="background:#1f7a5a;border-radius:4px;color:#ffffff;display:inline-block;padding:12px 20px;text-decoration:none;">See part ${at}</a></td></tr>
    </table>
  </td></tr>
</table>`;
  let sections = "";
  for (let at = 0; sections.length < length; at += 1) sections += section(at);
  return `<!doctype html><html><head><title>Mail</title></head><body>${sections}</body></html>`;
}
