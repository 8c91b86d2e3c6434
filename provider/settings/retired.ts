import { isBlank, type ReadConfig } from "./source";

/** Settings of earlier versions: they are no unknown names, and have no effect. */
export const retiredSettings: readonly string[] = ["mailClients"];

/** What to say to whoever still sets one; undefined where neither the stack config nor the environment does. */
export function retiredSetting(read: ReadConfig): string | undefined {
  const key = "emailmarketing:mailClients";
  const variable = "EMAIL_MARKETING_MAIL_CLIENTS";
  if (!isBlank(read(key))) return retiredSentence(`stack config ${key}`);
  return isBlank(process.env[variable])
    ? undefined
    : retiredSentence(`environment variable ${variable}`);
}

/** That a setting in a place does nothing, and what does. */
export function retiredSentence(place: string): string {
  return `${place}: this setting was removed and has no effect. Remove it. To see a mail in the email clients of its readers, send it to them with: pulumi-email-marketing send-test`;
}
