import {
  type Clock,
  failureStatus,
  type HttpRequest,
  type HttpResponse,
  type Random,
  type Transport,
} from '@kb/apimachinery';
import { quoteString } from '@kb/apimachinery/codec';
import { httpDate } from '../http/http-date.ts';
import { auditIdOf } from './audit-id.ts';
import { respondStatus } from './respond.ts';

/** Options of {@link refuseForeignRequests}. */
export interface ForeignRequestOptions {
  /**
   * Hosts that requests may address besides those of loopback: names or addresses without ports, IPv6 with or without
   * brackets.
   */
  readonly hosts: readonly string[];
  readonly clock: Clock;
  readonly random: Random;
}

/** The host of a URL, with or without a port, and nothing that a URL parser would read as another part. */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.-]+)(?::\d*)?$/i;
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;
const ORIGIN = /^https?:\/\//i;

/**
 * Refuses requests that other sites' pages in a browser on this machine send, on every path and before all other
 * checks: requests for a host that is not this server (DNS rebinding: a name that resolves to loopback), and requests
 * with the origin of another host or from another site. They get 403 and a Status. All other requests go to the
 * transport.
 */
export function refuseForeignRequests(
  transport: Transport,
  { hosts, clock, random }: ForeignRequestOptions,
): Transport {
  const allowed = new Set(hosts.map((host) => canonicalHost(bracketed(host))));
  const isOwn = (host: string): boolean => {
    const canonical = canonicalHost(host);
    return canonical !== undefined && (LOOPBACK.test(canonical) || allowed.has(canonical));
  };
  return {
    send: async (request, signal) => {
      const message = problemOf(request, isOwn);
      if (message === undefined) return transport.send(request, signal);
      const response = await respondStatus(failureStatus({ code: 403, reason: 'Forbidden', message }), {
        encoding: 'json',
        pretty: false,
        transform: 'none',
        metaVersion: 'v1',
      });
      return withCommonHeaders(response, request, { clock, random });
    },
  };
}

/** Returns why a request is refused; undefined if it is not. */
function problemOf({ headers }: HttpRequest, isOwn: (host: string) => boolean): string | undefined {
  const { host, origin, 'sec-fetch-site': site } = headers;
  const others = 'other names are added with --allowed-host (allowedHosts of listen)';
  // Only HTTP/1.0 clients send no host, and browsers do not use HTTP/1.0.
  if (host !== undefined && !isOwn(host)) {
    const own = 'a development server answers for loopback names and the address that it listens on';
    return `the request is for the host ${quoteString(host)}: ${own}; ${others}`;
  }
  if (origin !== undefined && !(ORIGIN.test(origin) && isOwn(origin.replace(ORIGIN, '')))) {
    const own = 'a development server answers pages of loopback and of the address that it listens on';
    return `the request comes from a page of ${quoteString(origin)}: ${own}; ${others}`;
  }
  if (site?.trim().toLowerCase() === 'cross-site') {
    return 'the request comes from a page of another site (Sec-Fetch-Site: cross-site), which a development server does not answer';
  }
  return undefined;
}

/** Returns the host without its port, in the form that URLs have; undefined if it is not a host. */
function canonicalHost(host: string): string | undefined {
  if (!HOST.test(host)) return undefined;
  const url = `http://${host}/`;
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}

function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;
}

function withCommonHeaders(
  { status, headers, body }: HttpResponse,
  { method, headers: asked }: HttpRequest,
  { clock, random }: Pick<ForeignRequestOptions, 'clock' | 'random'>,
): HttpResponse {
  return {
    status,
    headers: {
      'audit-id': auditIdOf(asked, random),
      'x-content-type-options': 'nosniff',
      ...headers,
      date: httpDate(clock.now()),
    },
    body: method === 'HEAD' ? new Uint8Array() : body,
  };
}
