/** Returns a string literal in prettier's style. */
export function quote(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return escaped.includes("'") && !escaped.includes('"') ? `"${escaped}"` : `'${escaped.replaceAll("'", "\\'")}'`;
}

/** Returns string literals without duplicates. */
export function distinctQuotes(texts: readonly string[]): string[] {
  return [...new Set(texts)].map(quote);
}

/** Returns a union of string literals without duplicates. */
export function literals(texts: readonly string[]): string {
  return distinctQuotes(texts).join(' | ');
}

/** Returns a property name, quoted if necessary. */
export function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quote(name);
}

/** Returns a JSDoc comment with a line break after it; an empty string for an empty text. */
export function docComment(text: string, indent: string): string {
  if (text === '') return '';
  const lines = text.trim().replaceAll('*/', '*\\/').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0] ?? ''} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} *${line === '' ? '' : ` ${line}`}`).join('\n')}\n${indent} */\n`;
}
