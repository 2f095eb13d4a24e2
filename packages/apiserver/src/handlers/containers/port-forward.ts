import { badRequest } from '@kb/apimachinery';
import { quoteString } from '@kb/apimachinery/codec';
import type { Reply } from '../../answers/reply.ts';
import type { Call } from '../../context/call.ts';
import { refuse } from '../../refuse.ts';
import { getObject } from '../get.ts';
import { hasNode } from './container-of-pod.ts';
import { noContainers, refuseDryRun } from './no-containers.ts';

/** Handles requests to forward ports of a Pod. */
export function handlePortForward(call: Call): Reply {
  refuseDryRun(call);
  readForwardedPorts(call.request.query);
  if (!hasNode(call, getObject(call))) refuse(badRequest(`pod ${call.endpoint.name} does not have a host assigned`));
  return noContainers(call);
}

/** Reads the ports of core/v1 PodPortForwardOptions. Throws the StatusError of a wrong one. */
function readForwardedPorts(query: URLSearchParams): number[] {
  return query.getAll('ports').map((text) => {
    const wrong = (why: string): never =>
      refuse(badRequest(`cannot convert to []int32: strconv.ParseUint: parsing ${quoteString(text)}: ${why}`));
    if (!/^\d+$/.test(text)) return wrong('invalid syntax');
    const port = text.length > 19 ? Infinity : Number(text);
    return port > 65_535 ? wrong('value out of range') : port;
  });
}
