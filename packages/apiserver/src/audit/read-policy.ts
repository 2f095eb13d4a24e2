import {
  type FieldError,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
  formatFieldErrors,
  type JsonObject,
  type JsonValue,
} from '@kb/apimachinery';
import { isJsonObject, JsonSyntaxError, parseJson, quoteString } from '@kb/apimachinery/codec';
import { isDns1123Subdomain } from '@kb/apimachinery/server';
import { stringOf } from '../objects/api-object.ts';
import { DecodeContext } from '../serializer/decode-context.ts';
import { DecodeError } from '../serializer/decode-error.ts';
import { jsonTypeName } from '../serializer/json-type-name.ts';
import { parseYaml, YamlError } from '../yaml/parse-yaml.ts';
import { auditLevels } from './audit-annotations.ts';
import { type AuditedResources, type AuditPolicy, type AuditRule, auditStages } from './audit-policy.ts';
import { policyType } from './policy-type.ts';

/** Why a policy is refused, in kube-apiserver's words. */
export class AuditPolicyError extends Error {
  override readonly name = 'AuditPolicyError';
}

/** A policy, and what is odd about it. */
export interface ReadPolicy {
  readonly policy: AuditPolicy;
  /** What is odd about it and ignored: unknown and repeated fields. */
  readonly warnings: readonly string[];
}

/** Reads the text of a policy file, in YAML or JSON. Rejects with an {@link AuditPolicyError}. */
export async function readAuditPolicy(text: string): Promise<ReadPolicy> {
  const { value, duplicates } = await parseText(text);
  return readPolicy(value, duplicates);
}

async function parseText(text: string): Promise<{ readonly value: JsonValue; readonly duplicates: readonly string[] }> {
  try {
    if (text.trimStart().startsWith('{')) return { value: parseJson(text), duplicates: [] };
    return await parseYaml(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError)
      throw undecodable(`couldn't get version/kind; json parse error: ${error.message}`);
    if (error instanceof YamlError) throw undecodable(error.message);
    throw error;
  }
}

/** Reads a policy from its document. Throws an {@link AuditPolicyError}. */
export function readPolicy(document: unknown, duplicates: readonly string[] = []): ReadPolicy {
  const given = (document ?? {}) as JsonValue;
  if (!isJsonObject(given)) {
    const type =
      'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
    throw undecodable(
      `couldn't get version/kind; json parse error: json: cannot unmarshal ${jsonTypeName(given)} into Go value of type ${type}`,
    );
  }
  checkKind(given);
  const context = new DecodeContext();
  const policy = decoded(given, context);
  const errors = validate(policy);
  if (errors.length > 0) throw new AuditPolicyError(formatFieldErrors(errors));
  if (policy.rules.length === 0) throw new AuditPolicyError('loaded illegal policy with 0 rules');
  return {
    policy,
    warnings: [...duplicates, ...context.unknownFields.map((path) => `unknown field ${quoteString(path)}`)],
  };
}

function checkKind({ apiVersion = '', kind = '' }: JsonObject): void {
  const [version, name] = [stringOf(apiVersion), stringOf(kind)];
  if (version === '' && (name === '' || name === 'Policy'))
    throw new AuditPolicyError('unknown group version field audit.k8s.io/__internal, Kind=Policy in policy');
  if (version === 'audit.k8s.io/v1' && name === 'Policy') return;
  if (version === 'audit.k8s.io/v1' && otherKinds.has(name))
    throw undecodable(`converting (v1.${name}) to (audit.Policy): unknown conversion`);
  throw undecodable(
    `no kind ${quoteString(name)} is registered for version ${quoteString(version)} in scheme "pkg/runtime/scheme.go:111"`,
  );
}

const otherKinds = new Set(['Event', 'EventList', 'PolicyList']);

function decoded(document: JsonObject, context: DecodeContext): AuditPolicy {
  try {
    // Go's type has decoded it: every field has its type.
    const { rules, ...rest } = policyType().decode(document, context) as unknown as AuditPolicy;
    return { ...rest, rules: rules ?? [] };
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw undecodable(error.message);
  }
}

function undecodable(why: string): AuditPolicyError {
  return new AuditPolicyError(`failed decoding: ${why}`);
}

function validate({ rules, omitStages }: AuditPolicy): FieldError[] {
  return [
    ...stageErrors(omitStages, 'omitStages'),
    ...rules.flatMap((rule, index) => ruleErrors(rule, `rules[${index}]`)),
  ];
}

function ruleErrors(rule: AuditRule, path: string): FieldError[] {
  const { level, nonResourceURLs, resources, namespaces, omitStages } = rule;
  const errors: FieldError[] = [];
  if (!level) errors.push(fieldRequired(`${path}.level`));
  else if (!auditLevels.includes(level)) errors.push(fieldNotSupported(`${path}.level`, level, auditLevels));
  errors.push(
    ...urlErrors(nonResourceURLs ?? [], `${path}.nonResourceURLs`),
    ...(resources ?? []).flatMap((each) => resourceErrors(each, `${path}.resources`)),
    ...stageErrors(omitStages, `${path}.omitStages`),
  );
  if (nonResourceURLs?.length && (resources?.length || namespaces?.length)) {
    const why = 'rules cannot apply to both regular resources and non-resource URLs';
    errors.push(fieldInvalid(`${path}.nonResourceURLs`, [...nonResourceURLs], why));
  }
  return errors;
}

function urlErrors(urls: readonly string[], path: string): FieldError[] {
  return urls.flatMap((url, index) => {
    if (url === '*') return [];
    const errors: FieldError[] = [];
    const at = `${path}[${index}]`;
    if (!url.startsWith('/'))
      errors.push(fieldInvalid(at, url, "non-resource URL rules must begin with a '/' character"));
    if (url.slice(0, -1).includes('*'))
      errors.push(fieldInvalid(at, url, "non-resource URL wildcards '*' must be the final character of the rule"));
    return errors;
  });
}

function resourceErrors({ group = '', resources, resourceNames }: AuditedResources, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const problems = group === '' || group === '*' ? [] : isDns1123Subdomain(group);
  if (problems.length > 0) errors.push(fieldInvalid(`${path}.group`, group, problems.join(',')));
  if (resourceNames?.length && !resources?.length)
    errors.push(
      fieldInvalid(`${path}.resourceNames`, [...resourceNames], 'using resourceNames requires at least one resource'),
    );
  return errors;
}

function stageErrors(stages: AuditPolicy['omitStages'] | null, path: string): FieldError[] {
  const allowed = `allowed stages are ${auditStages.join(',')}`;
  return (stages ?? []).flatMap((stage, index) =>
    auditStages.includes(stage) ? [] : [fieldInvalid(`${path}[${index}]`, stage, allowed)],
  );
}
