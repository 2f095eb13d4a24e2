import { type FieldError, fieldInvalid, invalid, type JsonObject } from '@kb/apimachinery';
import { refuse } from '../../../refuse.ts';
import { type ApiObject, at, type FrozenObject, objectsIn } from '../../../objects/api-object.ts';
import type { Allocator, Allocators } from '../../../resources/allocators.ts';
import type { Allocation, StrategyContext } from '../../../resources/strategy.ts';
import { scalarText } from '../../../objects/scalar-text.ts';

/** The allocations of a service: its address, and its node ports. */
interface Holding {
  readonly address: string | undefined;
  readonly nodePorts: readonly number[];
}

/** Reserves the cluster IP and the node ports that a service needs in addition to its existing ones. */
export function allocateForService(
  service: ApiObject,
  old: FrozenObject | undefined,
  { allocators, dryRun }: StrategyContext,
): Allocation {
  const spec = service.spec ?? {};
  const before = old ? holdingOf(old) : { address: undefined, nodePorts: [] };
  if (dryRun) {
    if (needsAddress(spec, old)) setAddress(spec, allocators.clusterIPs.range.replace(/\/.*/, ''));
    allocateNodePorts(spec, before, (port) => port ?? passing(allocators.nodePorts));
    return { keep: () => undefined, undo: () => undefined };
  }
  const undo: (() => void)[] = [];
  const reserve = <T>(allocator: Allocator<T>, asked: T | undefined, path: string, what: string): T => {
    const value = asked ?? allocator.next();
    const outcome = value === undefined ? 'full' : asked === undefined ? 'ok' : allocator.take(asked);
    if (value === undefined || outcome !== 'ok') {
      for (const step of undo) step();
      return refuseValue(service, fieldProblem(path, value, outcome, what, allocator.range));
    }
    undo.push(() => allocator.release(value));
    return value;
  };

  const asked = typeof spec.clusterIP === 'string' && spec.clusterIP !== '' ? spec.clusterIP : undefined;
  if (needsAddress(spec, old)) setAddress(spec, reserve(allocators.clusterIPs, undefined, 'spec.clusterIPs', 'IP'));
  else if (asked && asked !== 'None' && asked !== before.address && spec.type !== 'ExternalName') {
    reserve(allocators.clusterIPs, asked, 'spec.clusterIPs', 'IP');
  }
  allocateNodePorts(spec, before, (port, path) => reserve(allocators.nodePorts, port, path, 'port'));
  return {
    keep: () => releaseDifference(before, holdingOf(service), allocators),
    undo: () => {
      for (const step of undo) step();
    },
  };
}

/** Reserves a free port. */
function passing(nodePorts: Allocator<number>): number {
  const port = nodePorts.next() ?? 0;
  nodePorts.release(port);
  return port;
}

function allocateNodePorts(
  spec: JsonObject,
  before: Holding,
  reserve: (port: number | undefined, path: string) => number,
): void {
  const wanted =
    spec.type === 'NodePort' || (spec.type === 'LoadBalancer' && spec.allocateLoadBalancerNodePorts !== false);
  const given = new Map<number, string[]>();
  // Ports with the same number and different protocols share a node port.
  const shared = new Map<string, number>();
  objectsIn(spec.ports).forEach((port, index) => {
    const { nodePort, protocol } = port;
    const path = `spec.ports[${index}].nodePort`;
    if (typeof nodePort === 'number' && nodePort !== 0) {
      // One service may use a port number once for each protocol.
      const protocols = given.get(nodePort);
      if (protocols && !protocols.includes(scalarText(protocol))) protocols.push(scalarText(protocol));
      else {
        if (!before.nodePorts.includes(nodePort)) reserve(nodePort, path);
        given.set(nodePort, [scalarText(protocol)]);
      }
      shared.set(scalarText(port.port), nodePort);
    } else if (wanted) {
      const number = scalarText(port.port);
      const reserved = shared.get(number) ?? reserve(undefined, path);
      shared.set(number, reserved);
      port.nodePort = reserved;
    }
  });
  if (spec.type === 'LoadBalancer' && spec.externalTrafficPolicy === 'Local' && !spec.healthCheckNodePort) {
    spec.healthCheckNodePort = reserve(undefined, 'spec.healthCheckNodePort');
  }
}

/** A service that was created by a write of its status, without an address, does not get one later either. */
function needsAddress(spec: JsonObject, old: FrozenObject | undefined): boolean {
  if (spec.type === 'ExternalName' || spec.clusterIP) return false;
  return old === undefined || at(old, 'spec', 'type') === 'ExternalName';
}

function setAddress(spec: JsonObject, address: string): void {
  spec.clusterIP = address;
  spec.clusterIPs = [address];
}

function fieldProblem(path: string, value: unknown, outcome: string, what: string, range: string): FieldError {
  if (what === 'port') {
    const why =
      outcome === 'taken'
        ? 'provided port is already allocated'
        : `provided port is not in the valid range. The range of valid ports is ${range}`;
    return fieldInvalid(path, Number(value ?? 0), outcome === 'full' ? 'range is full' : why);
  }
  const why =
    outcome === 'taken'
      ? 'provided IP is already allocated'
      : outcome === 'full'
        ? 'range is full'
        : `the provided IP (${String(value)}) is not in the valid range. The range of valid IPs is ${range}`;
  return fieldInvalid(
    path,
    value === undefined ? [] : [scalarText(value)],
    `failed to allocate IP ${scalarText(value ?? '')}: ${why}`,
  );
}

function refuseValue(service: ApiObject, error: FieldError): never {
  return refuse(invalid({ group: '', kind: 'Service' }, service.metadata.name ?? '', [error]));
}

function holdingOf(service: FrozenObject | ApiObject): Holding {
  const address = at(service, 'spec', 'clusterIP');
  const ports = objectsIn(at(service, 'spec', 'ports')).map(({ nodePort }) => nodePort);
  const nodePorts = [...ports, at(service, 'spec', 'healthCheckNodePort')].filter(
    (port) => typeof port === 'number' && port !== 0,
  );
  return {
    address: typeof address === 'string' && address !== '' && address !== 'None' ? address : undefined,
    nodePorts: nodePorts.map(Number),
  };
}

function releaseDifference(before: Holding, after: Holding, { clusterIPs, nodePorts }: Allocators): void {
  if (before.address !== undefined && before.address !== after.address) clusterIPs.release(before.address);
  for (const port of before.nodePorts) if (!after.nodePorts.includes(port)) nodePorts.release(port);
}

/** Releases the allocations of a removed service. */
export function releaseOfService(service: FrozenObject, allocators: Allocators): void {
  releaseDifference(holdingOf(service), { address: undefined, nodePorts: [] }, allocators);
}
