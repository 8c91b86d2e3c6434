import { table } from "../../contract/table";
import example from "../../emulator/account/example.json";
import { type Field, type Fields, isRequired } from "../../emulator/account/field";
import { profileFields, tables } from "../../emulator/account/tables";

/** The objects of the emulator's example account, with their ids and their first identifying field. */
export function exampleTable(): string {
  const held: { readonly [kind: string]: object | readonly object[] } = example;
  const rows = Object.entries(tables).map(([kind, { fields }]) => [
    `\`${kind}\``,
    objects(fields, [held[kind] ?? []].flat()),
  ]);
  return table(
    ["kind", "objects"],
    rows.filter(([, cell]) => cell !== ""),
  ).join("\n");
}

function objects(fields: Fields, rows: readonly object[]): string {
  const [id = "", name = ""] = Object.keys(fields);
  if (!/^(file_)?id$/.test(id)) return rows.length === 0 ? "" : `rows without ids: ${rows.length}`;
  const members = rows as readonly Readonly<Record<string, unknown>>[];
  return members
    .map((row) => {
      const status = row.status === undefined ? "" : ` (${String(row.status)})`;
      return `\`${String(row[id])}\` ${String(row[name])}${status}`;
    })
    .join(", ");
}

/** The fields that a seed may have, by kind. */
export function seedTable(): string {
  const rows = Object.entries(tables).map(([kind, { fields, allowsOtherFields, note }]) => {
    const other = allowsOtherFields ? ["any other field"] : [];
    return [`\`${kind}\``, cellOf([...fieldsInWords(fields), ...other], note)];
  });
  const account = [
    "`account`",
    cellOf(fieldsInWords(profileFields), "one object; its address is the default of senders"),
  ];
  return table(
    ["kind", "fields (required ones in bold, defaults in brackets)"],
    [account, ...rows],
  ).join("\n");
}

function cellOf(fields: readonly string[], note: string | undefined): string {
  return `${fields.join(", ")}${note === undefined ? "" : `: ${note}`}`;
}

function fieldsInWords(fields: Fields): string[] {
  return Object.entries(fields).map(([name, field]) => {
    if (isRequired(field)) return `**\`${name}\`**`;
    const absent = field.words ?? valueInWords(field.default);
    return absent === "" ? `\`${name}\`` : `\`${name}\` (${absent})`;
  });
}

function valueInWords(value: Field["default"]): string {
  if (value === undefined) return "";
  if (value === "") return "empty";
  if (Array.isArray(value)) return "none";
  return typeof value === "string" && Number.isNaN(Number(value)) ? value : JSON.stringify(value);
}
