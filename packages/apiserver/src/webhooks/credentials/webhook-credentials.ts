import path from 'node:path';
import type { JsonObject } from '@kb/apimachinery';
import { isJsonObject } from '@kb/apimachinery/codec';
import { mistakeIn, readDocuments } from '@kb/apimachinery/yaml';
import { at, objectsIn, stringOf } from '../../objects/api-object.ts';
import type { WebhookTarget } from '../adapters/send-webhook.ts';
import { readTextFile } from './adapters/read-file.ts';

/** What the server presents to a webhook. */
export type WebhookCredentials = Pick<WebhookTarget, 'headers' | 'clientCertificate'>;

/**
 * Returns what the server presents at `HOST:PORT`. Throws an Error in Go's words if a file cannot be read, or if there
 * is a password and a token.
 */
export type CredentialsFor = (hostPort: string) => WebhookCredentials;

/** Why a kubeconfig cannot be used. */
export class KubeconfigProblem extends Error {
  override readonly name = 'KubeconfigProblem';
}

/** The ways to authenticate of a kubeconfig that need a program. */
const unsupported = ['exec', 'auth-provider'] as const;

/**
 * Reads a kubeconfig whose users are named after webhooks: `HOST:PORT`, `HOST` for port 443, `*.SUFFIX`, or `*` for all
 * others; then the user of the current context. Files of tokens and certificates are read at each call, since others
 * renew them. Throws a {@link KubeconfigProblem}.
 */
export function readCredentials(file: string): CredentialsFor {
  const config = parse(file);
  const users = new Map<string, JsonObject>();
  for (const { name, user } of objectsIn(at(config, 'users'))) {
    // The first of several with a name counts, as in client-go.
    if (!users.has(stringOf(name))) users.set(stringOf(name), isJsonObject(user) ? user : {});
  }
  for (const [name, user] of users) {
    for (const field of unsupported)
      if (isJsonObject(user[field]))
        throw new KubeconfigProblem(
          `${file}: the user ${JSON.stringify(name)} has ${field}, which the embedded API server does not support: use a token, a certificate, or a password`,
        );
  }
  const folder = path.dirname(file);
  const current = objectsIn(at(config, 'contexts')).find(({ name }) => name === at(config, 'current-context'));
  return (hostPort) => {
    const names = [...namesFor(hostPort), stringOf(at(current?.context, 'user'))];
    const found = names.map((name) => users.get(name)).find((user) => user !== undefined);
    return found ? credentialsOf(found, folder) : {};
  };
}

function parse(file: string): JsonObject {
  let text: string;
  try {
    text = readTextFile(file);
  } catch (error) {
    throw new KubeconfigProblem(error instanceof Error ? error.message : String(error), { cause: error });
  }
  const [document, second] = readDocuments(text);
  const mistake = document && mistakeIn(document);
  if (mistake) throw new KubeconfigProblem(`${file}:${mistake.line}:${mistake.column}: ${mistake.message}`);
  const value = document && 'locate' in document.parsed ? document.parsed.value : undefined;
  if (second !== undefined || !isJsonObject(value) || (value.kind ?? 'Config') !== 'Config')
    throw new KubeconfigProblem(`${file} is not a kubeconfig: expected one document of the kind Config`);
  return value;
}

/** The names of the users for a webhook, the most specific first. */
function namesFor(hostPort: string): string[] {
  const colon = hostPort.lastIndexOf(':');
  const host = hostPort.slice(0, colon).replace(/^\[|\]$/g, '');
  return [
    ...[hostPort, ...(hostPort.slice(colon + 1) === '443' ? [host] : [])].flatMap((name) => [
      name,
      ...suffixesOf(name).map((suffix) => `*.${suffix}`),
    ]),
    '*',
  ];
}

/** What follows each dot of a name. */
function suffixesOf(name: string): string[] {
  const steps = name.split('.');
  return steps.slice(1).map((_, index) => steps.slice(index + 1).join('.'));
}

function credentialsOf(user: JsonObject, folder: string): WebhookCredentials {
  const fileOf = (field: string): string => {
    const named = stringOf(user[field]);
    return named === '' ? '' : readTextFile(path.resolve(folder, named));
  };
  const dataOf = (field: string): string =>
    Buffer.from(stringOf(user[`${field}-data`]), 'base64').toString('utf8') || fileOf(field);
  const token = stringOf(user.token) || fileOf('tokenFile').trim();
  const [name, password] = [stringOf(user.username), stringOf(user.password)];
  // As in client-go, a password without a name is nothing.
  const basic = name !== '';
  if (basic && token !== '') throw new Error('username/password or bearer token may be set, but not both');
  const certificate = dataOf('client-certificate');
  const headers = {
    ...(basic && { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` }),
    ...(token !== '' && { authorization: `Bearer ${token}` }),
    ...impersonation(user),
  };
  return {
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(certificate !== '' && { clientCertificate: { certificate, key: dataOf('client-key') } }),
  };
}

function impersonation(user: JsonObject): Record<string, string | readonly string[]> {
  const name = stringOf(user.as);
  if (name === '') return {};
  const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(stringOf) : []);
  const [uid, groups] = [stringOf(user['as-uid']), textsOf(user['as-groups'])];
  const extra = user['as-user-extra'];
  return {
    'impersonate-user': name,
    ...(uid !== '' && { 'impersonate-uid': uid }),
    ...(groups.length > 0 && { 'impersonate-group': groups }),
    ...Object.fromEntries(
      Object.entries(isJsonObject(extra) ? extra : {}).map(([key, values]) => [
        `impersonate-extra-${encodeURIComponent(key).toLowerCase()}`,
        textsOf(values),
      ]),
    ),
  };
}
