import type { HttpResponse } from '@kb/apimachinery';

const known = new Map<string, string>();
/** Clients choose the names of some headers. */
const MAX_KNOWN = 500;

/** Returns a header's name as Go's net/http writes it: `X-Content-Type-Options`, `Audit-Id`, `Www-Authenticate`. */
export function headerName(name: string): string {
  let written = known.get(name);
  if (written !== undefined) return written;
  written = name.replace(/(?:^|-)[a-z]/g, (start) => start.toUpperCase());
  if (known.size < MAX_KNOWN) known.set(name, written);
  return written;
}

/** Returns headers as lines, each with its line break. */
export function headerLines(headers: HttpResponse['headers']): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    (typeof value === 'string' ? [value] : value).map((one) => `${headerName(name)}: ${one}\r\n`),
  );
  return lines.join('');
}
