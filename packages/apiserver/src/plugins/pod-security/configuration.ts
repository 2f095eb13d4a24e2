import { type FieldError, fieldDuplicate, fieldInvalid, formatFieldErrors, type JsonValue } from '@kb/apimachinery';
import { isDns1123Label, isDns1123Subdomain } from '@kb/apimachinery/server';
import { own, stringOf } from '../../objects/api-object.ts';
import { fieldTypes } from '../../serializer/declared-types.ts';
import {
  ConfigurationProblem,
  type ConfigurationType,
  decodeConfiguration,
} from '../configuration/plugin-configurations.ts';
import { levelOf, LEVELS, type LevelVersion, type Policy, privilegedPolicy, versionOf, VERSIONS } from './policy.ts';

/** What an administrator configures of Pod security. */
export interface PodSecurityConfiguration {
  /** The policy of namespaces, where their labels do not say otherwise. */
  readonly defaults: Policy;
  /** To whom no policy applies. */
  readonly exemptions: {
    readonly usernames: ReadonlySet<string>;
    readonly namespaces: ReadonlySet<string>;
    readonly runtimeClasses: ReadonlySet<string>;
  };
}

const GROUP = 'pod-security.admission.config.k8s.io';
const { text, list, named } = fieldTypes;
const modes = ['enforce', 'audit', 'warn'] as const;

const type: ConfigurationType = {
  apiVersions: [`${GROUP}/v1`, `${GROUP}/v1beta1`, `${GROUP}/v1alpha1`],
  kind: 'PodSecurityConfiguration',
  fields: {
    name: 'pod-security',
    goName: 'v1',
    structs: {
      PodSecurityConfiguration: [
        ['defaults', named('pod-security.PodSecurityDefaults')],
        ['exemptions', named('pod-security.PodSecurityExemptions')],
      ],
      PodSecurityDefaults: modes.flatMap((mode) => [[mode, text] as const, [`${mode}-version`, text] as const]),
      PodSecurityExemptions: [
        ['usernames', list(text)],
        ['namespaces', list(text)],
        ['runtimeClasses', list(text)],
      ],
    },
  },
  isStrict: true,
};

/**
 * Reads the configuration of Pod security; the default one without a document. Throws a {@link ConfigurationProblem}.
 */
export function readPodSecurityConfiguration(document: JsonValue | undefined): PodSecurityConfiguration {
  const decoded = document === undefined ? {} : decodeConfiguration(document, type);
  const defaults = readDefaults(own(decoded, 'defaults'));
  const exempt = (name: string): string[] => textsOf(own(own(decoded, 'exemptions'), name));
  const [usernames, namespaces, runtimeClasses] = [exempt('usernames'), exempt('namespaces'), exempt('runtimeClasses')];
  const errors = [
    ...errorsOf('namespaces', namespaces, isDns1123Label),
    ...errorsOf('runtimeClasses', runtimeClasses, isDns1123Subdomain),
    ...errorsOf('usernames', usernames, (name) => (name === '' ? ['username must not be empty'] : [])),
  ];
  if (errors.length > 0) throw misconfigured(formatFieldErrors(errors));
  return {
    defaults,
    exemptions: {
      usernames: new Set(usernames),
      namespaces: new Set(namespaces),
      runtimeClasses: new Set(runtimeClasses),
    },
  };
}

function readDefaults(given: unknown): Policy {
  const problems: string[] = [];
  const read = <T>(name: string, known: (text: string) => T | undefined, why: string, value: T): T => {
    const said = stringOf(own(given, name));
    if (said === '') return value;
    const found = known(said);
    if (found === undefined) problems.push(`${name}: ${why}`);
    return found ?? value;
  };
  const modeOf = (mode: keyof Policy): LevelVersion => ({
    level: read(mode, levelOf, LEVELS, privilegedPolicy[mode].level),
    version: read(`${mode}-version`, versionOf, VERSIONS, privilegedPolicy[mode].version),
  });
  const policy = { enforce: modeOf('enforce'), audit: modeOf('audit'), warn: modeOf('warn') };
  if (problems.length > 0) throw misconfigured(problems.length === 1 ? problems.join() : `[${problems.join(', ')}]`);
  return policy;
}

function errorsOf(
  name: keyof PodSecurityConfiguration['exemptions'],
  values: readonly string[],
  problemsOf: (value: string) => readonly string[],
): FieldError[] {
  const seen = new Set<string>();
  return values.flatMap((value, index) => {
    const path = `exemptions.${name}[${index}]`;
    const problems = problemsOf(value);
    if (problems.length > 0) return [fieldInvalid(path, value, problems.join(', '))];
    if (seen.has(value)) return [fieldDuplicate(path, value)];
    seen.add(value);
    return [];
  });
}

const misconfigured = (why: string): ConfigurationProblem =>
  new ConfigurationProblem(`PodSecurity configuration error: ${why}`);

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(stringOf) : []);
