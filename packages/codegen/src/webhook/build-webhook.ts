import { isJsonObject } from '@kb/apimachinery/codec';
import { applyStrategicMergePatch, StrategicMergePatchError } from '@kb/apimachinery/patch';
import type { JsonObject, JsonValue } from '@kb/apimachinery';
import { serverSchemaOf, type TypeName } from '@kb/kubernetes/data';
import type { WebhookFacts } from '../facts/webhook-facts.ts';
import { checkWebhook, type Problem } from '../facts/check-webhook.ts';
import { conformToType } from './conform-to-type.ts';

/** A problem with a webhook. */
export interface WebhookProblem {
  /** The argument of the marker that it is about; empty for the whole marker. */
  readonly argument: string;
  /** A sentence that names the argument, or the field that its patch sets. */
  readonly message: string;
}

/** A webhook of a configuration, and its problems. */
export interface BuiltWebhook {
  readonly webhook: JsonObject;
  readonly problems: readonly WebhookProblem[];
}

/** Builds the object of a webhook from its marker. */
export function buildWebhook(facts: WebhookFacts): BuiltWebhook {
  const isOneOf = isGiven(facts.path) !== isGiven(facts.url);
  const problems = isOneOf ? lostArguments(facts) : [about('', 'it needs one of path and url, and not both')];
  const plain = plainWebhook(facts);
  const failed = (message: string): BuiltWebhook => ({
    webhook: plain,
    problems: [...problems, about('patch', message)],
  });
  const patch = readPatch(facts.patch);
  if (typeof patch === 'string') return failed(patch);

  const type: TypeName = `admissionregistration/v1.${facts.mutating ? 'MutatingWebhook' : 'ValidatingWebhook'}`;
  let patched: JsonObject;
  try {
    patched = patch === undefined ? plain : applyStrategicMergePatch(plain, patch, serverSchemaOf(type));
  } catch (error) {
    if (error instanceof StrategicMergePatchError) return failed(`the patch does not apply: ${error.message}`);
    throw error;
  }
  const found: Problem[] = [];
  const webhook = conformToType(patched, { kind: 'named', name: type }, '', found);
  if (!isJsonObject(webhook)) return failed('the result of the patch is not an object');
  // The server's rules apply only to objects that it can read.
  if (found.length === 0) found.push(...checkWebhook(webhook).filter(({ path }) => path !== 'clientConfig' || isOneOf));
  const patchedFields = new Set(Object.keys(patch ?? {}));
  for (const { path, message } of found) {
    const argument = argumentOf(path);
    if (patchedFields.has(path.split(/[.[]/)[0] ?? ''))
      problems.push(about('patch', `with its patch, ${path} ${message}`));
    else if (!problems.some((problem) => problem.argument === argument))
      problems.push(about(argument, `${argument} ${message}`));
  }
  return { webhook, problems };
}

function about(argument: string, message: string): WebhookProblem {
  return { argument, message };
}

function plainWebhook(facts: WebhookFacts): JsonObject {
  const { path, url, serviceName, serviceNamespace, servicePort } = facts;
  const service = {
    name: orElse(serviceName, 'webhook-service'),
    namespace: orElse(serviceNamespace, 'system'),
    path,
    port: servicePort,
  };
  return withoutUndefined({
    name: facts.name,
    clientConfig: withoutUndefined({
      url: isGiven(url) ? url : undefined,
      service: isGiven(path) ? withoutUndefined(service) : undefined,
    }),
    rules: [
      {
        apiGroups: facts.groups.map((group) => (group === 'core' ? '' : group)),
        apiVersions: [...facts.versions],
        operations: facts.verbs.map((verb) => spelt(verb, ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'])),
        resources: [...facts.resources],
      },
    ],
    failurePolicy: spelt(facts.failurePolicy, ['Ignore', 'Fail']),
    matchPolicy: speltIfGiven(facts.matchPolicy, ['Exact', 'Equivalent']),
    sideEffects: speltIfGiven(facts.sideEffects, ['None', 'NoneOnDryRun', 'Some']),
    timeoutSeconds: facts.timeoutSeconds,
    admissionReviewVersions: [...facts.admissionReviewVersions],
    reinvocationPolicy: facts.mutating ? speltIfGiven(facts.reinvocationPolicy, ['Never', 'IfNeeded']) : undefined,
  });
}

/** The arguments that would have no effect on the object. */
function lostArguments(facts: WebhookFacts): WebhookProblem[] {
  const { mutating, url, webhookVersions, reinvocationPolicy = '' } = facts;
  const problems: WebhookProblem[] = [];
  if (isGiven(url)) {
    for (const argument of ['serviceName', 'serviceNamespace', 'servicePort'] as const)
      if (facts[argument] !== undefined) problems.push(about(argument, `${argument} has no meaning with a url`));
  }
  for (const version of webhookVersions) {
    if (version !== 'v1')
      problems.push(about('webhookVersions', `webhookVersions has ${JSON.stringify(version)}: only v1 is there`));
  }
  // Never is the behaviour of validating webhooks anyway.
  if (!mutating && !['', 'never'].includes(reinvocationPolicy.toLowerCase()))
    problems.push(about('reinvocationPolicy', 'reinvocationPolicy is for mutating webhooks'));
  return problems;
}

/** Parses the patch of a marker; undefined if there is none, a string with the problem if it cannot be parsed. */
function readPatch(text = ''): JsonObject | string | undefined {
  if (text.trim() === '') return undefined;
  let patch: JsonValue;
  try {
    patch = JSON.parse(text) as JsonValue;
  } catch (error) {
    return `the patch is not valid JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
  return isJsonObject(patch) ? patch : 'the patch is not a JSON object';
}

/** The argument that sets a field of the object. */
function argumentOf(path: string): string {
  return path
    .replace(/^rules\[0\]\.operations(?:\[\d+\])?/, 'verbs')
    .replace(/^rules\[0\]\.apiGroups(?:\[\d+\])?/, 'groups')
    .replace(/^rules\[0\]\.apiVersions(?:\[\d+\])?/, 'versions')
    .replace(/^rules\[0\]\.resources(?:\[\d+\])?/, 'resources')
    .replace(/^clientConfig\.url$/, 'url')
    .replace(/^clientConfig\.service\.path$/, 'path')
    .replace(/^clientConfig\.service\.port$/, 'servicePort')
    .replace(/^clientConfig\.service\.namespace$/, 'serviceNamespace')
    .replace(/^clientConfig\.service\.name$/, 'serviceName');
}

/** The known value that equals a text except for case; the text itself if it is unknown. */
function spelt(text: string, known: readonly string[]): string {
  return known.find((value) => value.toLowerCase() === text.toLowerCase()) ?? text;
}

function speltIfGiven(text: string | undefined, known: readonly string[]): string | undefined {
  return text === undefined || text === '' ? undefined : spelt(text, known);
}

function orElse(text: string | undefined, otherwise: string): string {
  return text === undefined || text === '' ? otherwise : text;
}

/** An empty text counts as absent. */
function isGiven(text: string | undefined): boolean {
  return text !== undefined && text !== '';
}

function withoutUndefined(value: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const result: JsonObject = {};
  for (const [key, item] of Object.entries(value)) if (item !== undefined) result[key] = item;
  return result;
}
