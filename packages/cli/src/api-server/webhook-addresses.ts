import type { WebhookService } from '@kb/apiserver';
import { CliError } from '../cli-error.ts';
import type { Flag } from '../command-line/command.ts';

/** The flag for webhook servers that are outside of the simulated cluster. */
export const webhookFlags: { readonly 'webhook-address': Flag & { type: 'string'; multiple: true } } = {
  'webhook-address': {
    type: 'string',
    multiple: true,
    value: 'NAMESPACE/NAME=URL',
    description:
      'Call webhooks of this Service at an address, such as https://127.0.0.1:9443. Default: the endpoints of the Service.',
  },
};

/**
 * Reads the values of {@link webhookFlags}, and returns the origin for each Service that they name; undefined without
 * values. Throws a CliError for a value of another form, and for a Service with two addresses.
 */
export function readWebhookAddresses(
  values: readonly string[] | undefined,
): ((service: WebhookService) => string | undefined) | undefined {
  if (values === undefined || values.length === 0) return undefined;
  const origins = new Map<string, string>();
  for (const value of values) {
    const end = value.indexOf('=');
    const [service, address] = [value.slice(0, Math.max(end, 0)), value.slice(end + 1)];
    const origin = originOf(address);
    if (!isServiceName(service) || origin === undefined)
      throw wrong(`--webhook-address is NAMESPACE/NAME=https://HOST:PORT, not ${JSON.stringify(value)}`);
    if (origins.has(service)) throw wrong(`--webhook-address: ${service} has two addresses`);
    origins.set(service, origin);
  }
  return ({ namespace, name }) => origins.get(`${namespace}/${name}`);
}

function isServiceName(text: string): boolean {
  const [namespace = '', name = '', ...rest] = text.split('/');
  return namespace !== '' && name !== '' && rest.length === 0;
}

/** The origin of a URL of HTTPS without a path: the path comes from the configuration. */
function originOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, href } = new URL(text);
  return protocol === 'https:' && href === `${origin}/` ? origin : undefined;
}

const wrong = (message: string): CliError => new CliError('KB_WRONG_FLAGS', message, { exitCode: 2 });
