import type { CelIssue } from '../issue.ts';
import { requireModule } from '../../require-module.ts';
import type * as recognize from './recognize.ts';

type Recognizer = typeof recognize;

let recognizer: Recognizer | undefined;

/** Loads what `explainSyntaxError` needs: 500 KB. Only needed in browsers: elsewhere its first call loads it. */
export async function loadSyntaxErrors(): Promise<void> {
  recognizer ??= await import('./recognize.ts');
}

/** The longest text that is explained, which may take 0.3 seconds: nothing else happens in the process meanwhile. */
const MAX_EXPLAINED = 10_000;

/**
 * Explains why a text does not follow the grammar, in the words and at the places of cel-go, with the other mistakes
 * that it finds then. Of a text that is too long, or where the recognizer cannot be loaded, returns `issues`: those of
 * `parseExpression`.
 */
export function explainSyntaxError(text: string, issues: readonly CelIssue[]): readonly CelIssue[] {
  if (text.length > MAX_EXPLAINED) return issues;
  recognizer ??= requireRecognizer();
  const explained = recognizer?.recognize(text) ?? [];
  return explained.length === 0 ? issues : explained;
}

function requireRecognizer(): Recognizer | undefined {
  const name = import.meta.url.endsWith('.ts') ? './recognize.ts' : './recognize.js';
  return requireModule(import.meta.url, name) as Recognizer | undefined;
}
