import { readdirSync, readFileSync } from 'node:fs';

/**
 * One observable behaviour of kube-apiserver: a line of the behaviour reference, and what shows that our server has it
 * too.
 */
export interface Rule {
  /** The unique id, area and rule: `lists/limit-with-version-zero`. */
  readonly id: string;
  /**
   * The section of the reference: `5.1`; or, of the reference of definitions, the section and the rule: `crds 1.2.3`.
   */
  readonly section: string;
  /** The rule, in one sentence. */
  readonly says: string;
  /** The numbers of the reference's test scenarios (section 8) that this rule covers. */
  readonly scenarios?: readonly number[];
  /** The numbers of the scenarios of the reference of definitions and custom objects (its section 5) that it covers. */
  readonly definitionScenarios?: readonly number[];
  /** The rules for custom objects (section 2 of the same reference, one for each statement) that it covers: `2.4.1`. */
  readonly objectRules?: readonly string[];
  /** The sequences that fail if the rule is broken, as `⟨area⟩: ⟨sequence⟩`. */
  readonly sequences?: readonly string[];
  /**
   * Test files that show the rule, as paths from the project's root: for what no sequence of requests can show
   * (connections, time).
   */
  readonly tests?: readonly string[];
  /**
   * Why nothing shows the rule: the later work that it belongs to, or why no client can observe it. Only if there is
   * neither a sequence nor a test.
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
