import { CliError } from '../cli-error.ts';

/** Where `kb dev` lets the operator serve webhooks if the environment does not say otherwise. */
export const WEBHOOK_ADDRESS = '127.0.0.1:9443';

/**
 * Returns the origin at which this machine reaches an operator that listens on an address in Go's notation; undefined
 * if it serves no webhooks (`0`). Throws a CliError for an address without a fixed port.
 */
export function operatorOrigin(address: string): string | undefined {
  if (address === '' || address === '0') return undefined;
  const [, host = '', port = ''] = /^(.*):(\d{1,5})$/.exec(address) ?? [];
  if (Number(port) === 0 || Number(port) > 65_535)
    throw new CliError(
      'KB_WEBHOOKS_NOT_SERVED',
      `WEBHOOK_BIND_ADDRESS is ${JSON.stringify(address)}: the API server cannot know where the operator listens`,
      { hint: `Give it a port, such as ${WEBHOOK_ADDRESS}.` },
    );
  const isAny = host === '' || host === '0.0.0.0' || host === '[::]';
  return `https://${isAny ? '127.0.0.1' : host}:${port}`;
}
