import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './error-tables.ts';

/** A code on docs/errors.md. */
export interface ExplainedCode {
  readonly code: string;
  readonly section: string;
  /** Its meaning. */
  readonly meaning: string;
  /** The remedy on the page. */
  readonly toDo: string | undefined;
}

/**
 * Reads docs/errors.md: sections (`##`) with a heading for each code (`###`), then its meaning, and a paragraph that
 * begins with `What to do:`.
 */
export function readErrorPage(text = readFileSync(path.join(root, 'docs/errors.md'), 'utf8')): ExplainedCode[] {
  return text
    .split(/^## /m)
    .slice(1)
    .flatMap((part) => {
      const [title = '', ...codes] = part.split(/^### /m);
      const section = title.split('\n', 1)[0] ?? '';
      return codes.map((one) => {
        const [code = '', meaning = '', advice = ''] = one.split('\n\n').map((paragraph) => paragraph.trim());
        return { code, section, meaning, toDo: /^What to do: (.+)$/s.exec(advice)?.[1] };
      });
    });
}
