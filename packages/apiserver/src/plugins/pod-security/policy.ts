import { type FieldError, fieldInvalid } from '@kb/apimachinery';

/** How strict a policy is, from the least to the most. */
export const levels = ['privileged', 'baseline', 'restricted'] as const;

/** How strict a policy is. */
export type Level = (typeof levels)[number];

/** A level, as a version of Kubernetes defined it: `latest` or `v1.MINOR`. */
export interface LevelVersion {
  readonly level: Level;
  readonly version: string;
}

/** What happens to Pods that violate a level: they are refused, their audit events say so, or a warning does. */
export interface Policy {
  readonly enforce: LevelVersion;
  readonly audit: LevelVersion;
  readonly warn: LevelVersion;
}

/** The policy of a namespace, and the mistakes in its labels. */
export interface NamespacePolicy {
  readonly policy: Policy;
  readonly errors: readonly FieldError[];
}

/** The prefix of the labels of namespaces, and of audit annotations. */
export const PREFIX = 'pod-security.kubernetes.io/';

const privileged: LevelVersion = { level: 'privileged', version: 'latest' };

/** The policy of a namespace without labels, where no configuration says otherwise. */
export const privilegedPolicy: Policy = { enforce: privileged, audit: privileged, warn: privileged };

/**
 * Reads the policy of a namespace from its labels. A wrong level to enforce counts as the strictest one, and wrong ones
 * of the others as none; a wrong version counts as the latest.
 */
export function readPolicy(
  labels: Readonly<Record<string, string>> | undefined,
  defaults: Policy = privilegedPolicy,
): NamespacePolicy {
  if (labels === undefined || !Object.keys(labels).some((label) => label.startsWith(PREFIX)))
    return { policy: defaults, errors: [] };
  const errors: FieldError[] = [];
  const read = <T>(label: string, known: (text: string) => T | undefined, why: string, wrong: T): T | undefined => {
    const text = labels[`${PREFIX}${label}`];
    if (text === undefined) return undefined;
    const value = known(text);
    if (value === undefined) errors.push(fieldInvalid(`metadata.labels[${PREFIX}${label}]`, text, why));
    return value ?? wrong;
  };
  const modeOf = (mode: keyof Policy, wrong: Level): LevelVersion => ({
    level: read(mode, levelOf, LEVELS, wrong) ?? defaults[mode].level,
    version: read(`${mode}-version`, versionOf, VERSIONS, 'latest') ?? defaults[mode].version,
  });
  const enforce = modeOf('enforce', 'restricted');
  const audit = modeOf('audit', 'privileged');
  const warn = modeOf('warn', 'privileged');
  return { policy: { enforce, audit, warn: warnsOf(labels, enforce, warn) }, errors };
}

/** What a level must be. */
export const LEVELS: string = `must be one of ${levels.join(', ')}`;
/** What a version must be. */
export const VERSIONS = 'must be "latest" or "v1.x"';

/** What is enforced is also warned of, unless a label says what to warn of. */
function warnsOf(labels: Readonly<Record<string, string>>, enforce: LevelVersion, warn: LevelVersion): LevelVersion {
  const isSet = (label: string): boolean => labels[`${PREFIX}${label}`] !== undefined;
  if (isSet('warn') || levelOf(labels[`${PREFIX}enforce`] ?? '') === undefined) return warn;
  if (compareLevels(enforce.level, warn.level) <= 0) return warn;
  return { level: enforce.level, version: isSet('warn-version') ? warn.version : enforce.version };
}

/** Reads a level; undefined for another text. */
export const levelOf = (text: string): Level | undefined => levels.find((level) => level === text);

const LARGEST_MINOR = 2n ** 63n - 1n;

/** Reads a version; undefined for another text. */
export function versionOf(text: string): string | undefined {
  if (text === 'latest') return text;
  // A label has at most 63 characters.
  const [, minor] = /^v1\.(0|[1-9][0-9]*)$/.exec(text) ?? [];
  return minor !== undefined && BigInt(minor) <= LARGEST_MINOR ? text : undefined;
}

/** Negative if the first level is less strict than the second, 0 if they are the same, else positive. */
export const compareLevels = (a: Level, b: Level): number => levels.indexOf(a) - levels.indexOf(b);

/** `LEVEL:VERSION`, as messages have it. */
export const levelText = ({ level, version }: LevelVersion): string => `${level}:${version}`;
