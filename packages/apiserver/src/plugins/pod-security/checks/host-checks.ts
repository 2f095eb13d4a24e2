import { at, objectsIn, own, stringOf } from '../../../objects/api-object.ts';
import { scalarText } from '../../../objects/scalar-text.ts';
import {
  type CheckPod,
  containersOf,
  counted,
  namesOf,
  plural,
  type PodCheck,
  quoted,
  settersOf,
  sorted,
} from './pod-check.ts';

const hostNamespaces: CheckPod = ({ spec }) => {
  const shared = ['hostNetwork', 'hostPID', 'hostIPC'].filter((field) => own(spec, field) === true);
  if (shared.length === 0) return undefined;
  return { reason: 'host namespaces', detail: shared.map((field) => `${field}=true`).join(', ') };
};

const hostPathVolumes: CheckPod = ({ spec }) => {
  const volumes = objectsIn(own(spec, 'volumes')).filter(({ hostPath }) => hostPath !== undefined);
  if (volumes.length === 0) return undefined;
  return {
    reason: 'hostPath volumes',
    detail: counted(
      'volume',
      volumes.map(({ name }) => stringOf(name)),
    ),
  };
};

const hostPorts: CheckPod = ({ spec }) => {
  const portsOf = (container: unknown): string[] =>
    objectsIn(own(container, 'ports')).flatMap(({ hostPort }) => (hostPort ? [scalarText(hostPort)] : []));
  const names = namesOf(spec, (container) => portsOf(container).length > 0);
  if (names.length === 0) return undefined;
  const ports = sorted(containersOf(spec).flatMap(({ container }) => portsOf(container)));
  const verb = names.length === 1 ? 'uses' : 'use';
  return {
    reason: 'hostPort',
    detail: `${counted('container', names)} ${verb} ${plural('hostPort', ports.length)} ${ports.join(', ')}`,
  };
};

const handlers = [
  ['livenessProbe'],
  ['readinessProbe'],
  ['startupProbe'],
  ['lifecycle', 'postStart'],
  ['lifecycle', 'preStop'],
] as const;

const hostsOfHandlers: CheckPod = ({ spec }) => {
  const hostsOf = (container: unknown): string[] =>
    handlers.flatMap((path) =>
      ['httpGet', 'tcpSocket'].flatMap((action) => {
        const host = at(container, ...path, action, 'host');
        return typeof host === 'string' && host !== '' ? [host] : [];
      }),
    );
  const names = sorted(namesOf(spec, (container) => hostsOf(container).length > 0));
  if (names.length === 0) return undefined;
  const hosts = sorted(containersOf(spec).flatMap(({ container }) => hostsOf(container)));
  const verb = names.length === 1 ? 'uses' : 'use';
  return {
    reason: 'probe or lifecycle host',
    detail: `${counted('container', names)} ${verb} ${plural('probe or lifecycle host', hosts.length)} ${quoted(hosts)}`,
  };
};

const windowsHostProcess: CheckPod = ({ spec }) => {
  const isHostProcess = (holder: unknown): boolean =>
    at(holder, 'securityContext', 'windowsOptions', 'hostProcess') === true;
  const setters = settersOf(isHostProcess(spec), namesOf(spec, isHostProcess));
  if (setters === '') return undefined;
  return { reason: 'hostProcess', detail: `${setters} must not set securityContext.windowsOptions.hostProcess=true` };
};

/** The baseline checks of what a Pod shares with its host. */
export const hostChecks: readonly PodCheck[] = [
  { id: 'hostNamespaces', level: 'baseline', versions: [{ from: 0, check: hostNamespaces }] },
  { id: 'hostPathVolumes', level: 'baseline', versions: [{ from: 0, check: hostPathVolumes }] },
  { id: 'hostPorts', level: 'baseline', versions: [{ from: 0, check: hostPorts }] },
  { id: 'hostProbesAndHostLifecycle', level: 'baseline', versions: [{ from: 34, check: hostsOfHandlers }] },
  { id: 'windowsHostProcess', level: 'baseline', versions: [{ from: 0, check: windowsHostProcess }] },
];
