import { readdirSync, readFileSync } from 'node:fs';

/**
 * One behaviour of the controllers, the scheduler, the kubelet, or of what kubectl needs from them: a line of the
 * behaviour reference, and what shows that the simulation has it too.
 */
export interface Rule {
  /** The unique id, area and rule: `deployment/recreate`. */
  readonly id: string;
  /** The section of the reference: `4.2`. */
  readonly section: string;
  /** The rule, in one sentence. */
  readonly says: string;
  /** The stories of this suite that fail if the rule is broken: compared with kube-controller-manager. */
  readonly stories?: readonly string[];
  /** The sessions of kubectl that fail if it is broken, as `⟨stage⟩/⟨session⟩`. */
  readonly sessions?: readonly string[];
  /**
   * Tests that show the rule, by their files as paths from the project's root: the names of tests, of groups of tests,
   * of rows of a table, or of recorded sequences, as they are written there.
   */
  readonly tests?: Readonly<Record<string, readonly string[]>>;
  /** Why nothing shows the rule, or a part of it, and what differs. */
  readonly missing?: string;
}

const folder = new URL('./', import.meta.url);

/** All rules, in the order of the reference. */
export function readRules(): Rule[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Rule[]);
}
