import { readdirSync, readFileSync } from 'node:fs';

/**
 * One thing that kube-apiserver does and that a client can see: a line of the behaviour reference, and what shows that
 * ours does it too.
 */
export interface Rule {
  /** Such as `lists/limit-with-version-zero`: the area and the rule, unique. */
  readonly id: string;
  /** The section of the reference that it is from: `5.1`. */
  readonly section: string;
  /** The rule, in one sentence. */
  readonly says: string;
  /** The numbers of the reference's test scenarios (section 8) that are this rule. */
  readonly scenarios?: readonly number[];
  /** The sequences that fail without it, as `⟨area⟩: ⟨sequence⟩`. */
  readonly sequences?: readonly string[];
  /**
   * Test files that show it, from the project's root: for what no sequence of requests can show (connections, time).
   */
  readonly tests?: readonly string[];
  /**
   * Why nothing shows it: the later part that it belongs to, or why no client can notice. Only where there is neither a
   * sequence nor a test.
   */
  readonly notShown?: string;
}

const folder = new URL('./', import.meta.url);

/** All rules, in the order of the reference. */
export function readRules(): Rule[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Rule[]);
}
