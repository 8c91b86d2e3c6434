/** The sentence in which a preview says whose records are emailed, which the function below reads. */
export function sharedDomain(id: string, name: string): string {
  return `emails the DNS records of ${JSON.stringify(name)} (${id}).`;
}

/** Reads the name of the domain in a sentence, behind whatever names its resource; undefined where there is none. */
export function sharedDomainIn(sentence: string): string | undefined {
  const [, name] = /emails the DNS records of ("(?:[^"\\]|\\.)*") \(/.exec(sentence) ?? [];
  return name === undefined ? undefined : (JSON.parse(name) as string);
}
