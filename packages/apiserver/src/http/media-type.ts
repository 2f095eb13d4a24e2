/** A clause of an Accept header, or a Content-Type. */
export interface MediaType {
  /** In lower case: `application/json`. */
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
  /** 0 to 1. */
  readonly quality: number;
}

/** Reads one media type. */
export function parseMediaType(text: string): MediaType {
  const [type = '', ...rest] = text.split(';');
  const parameters = new Map<string, string>();
  let quality = 1;
  for (const parameter of rest) {
    const equals = parameter.indexOf('=');
    if (equals < 0) continue;
    const name = parameter.slice(0, equals).trim().toLowerCase();
    const value = parameter
      .slice(equals + 1)
      .trim()
      .replace(/^"(.*)"$/, '$1');
    if (name === 'q') quality = Number(value) || 0;
    else parameters.set(name, value);
  }
  return { type: type.trim().toLowerCase(), parameters, quality };
}

/** Reads an Accept header: its clauses, best first; the clause that takes anything when there is none. */
export function parseAccept(header: string | undefined): MediaType[] {
  if (header === undefined || header.trim() === '') return [{ type: '*/*', parameters: new Map(), quality: 1 }];
  return header
    .split(',')
    .map(parseMediaType)
    .sort((a, b) => b.quality - a.quality);
}

/** Whether a clause takes a media type. */
export function takes(clause: MediaType, type: string): boolean {
  return clause.type === '*/*' || clause.type === type || clause.type === `${type.slice(0, type.indexOf('/'))}/*`;
}
