import { parseTime } from '@kb/apimachinery';
import { isJsonObject, JsonSyntaxError, parseJson } from '@kb/apimachinery/codec';

/** The output of an exec plugin: client.authentication.k8s.io's ExecCredential. */
export interface ExecCredential {
  readonly token?: string;
  readonly certificate?: string;
  readonly key?: string;
  /** Milliseconds since the epoch. Undefined: valid until the server rejects it. */
  readonly expiresAt?: number;
}

/** Parses the output of a plugin. Throws an Error that describes the problem without quoting the output. */
export function parseExecCredential(output: string, apiVersion: string): ExecCredential {
  const value = parseOutput(output);
  if (!isJsonObject(value) || value['kind'] !== 'ExecCredential') throw new Error('it wrote no ExecCredential');
  if (value['apiVersion'] !== apiVersion) {
    throw new Error(`it wrote an ExecCredential of another version than ${apiVersion}`);
  }
  const { status } = value;
  if (!isJsonObject(status)) throw new Error('its ExecCredential has no status');
  const token = text(status, 'token');
  const certificate = text(status, 'clientCertificateData');
  const key = text(status, 'clientKeyData');
  if ((certificate === undefined) !== (key === undefined)) {
    throw new Error('its ExecCredential has one of clientCertificateData and clientKeyData, not both');
  }
  if (token === undefined && certificate === undefined) {
    throw new Error('its ExecCredential has neither a token nor a client certificate');
  }
  const expiresAt = expiry(text(status, 'expirationTimestamp'));
  return {
    ...(token !== undefined && { token }),
    ...(certificate !== undefined && { certificate }),
    ...(key !== undefined && { key }),
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

function parseOutput(output: string): unknown {
  try {
    return parseJson(output);
  } catch (error) {
    if (error instanceof JsonSyntaxError) throw new Error('it wrote no JSON', { cause: error });
    throw error;
  }
}

function text(status: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = status[name];
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string') throw new Error(`${name} of its ExecCredential is not a string`);
  return value;
}

function expiry(timestamp: string | undefined): number | undefined {
  if (timestamp === undefined) return undefined;
  const time = parseTime(timestamp);
  if (time === undefined) throw new Error('expirationTimestamp of its ExecCredential is not an RFC 3339 time');
  return time;
}
