import {
  type FieldError,
  fieldDuplicate,
  fieldForbidden,
  fieldInvalid,
  fieldRequired,
  type JsonObject,
} from '@kb/apimachinery';
import { isDns1123Label, isDns1123Subdomain, isPortName, isPortNumber } from '@kb/apimachinery/server';
import { type ApiObject, at, objectsIn, stringOf } from '../../../objects/api-object.ts';
import { oneOf } from '../../shared/one-of.ts';
import { scalarText } from '../../../objects/scalar-text.ts';

/** Validates a Service, before anything is allocated for it. */
export function validateService(service: ApiObject): FieldError[] {
  const spec = service.spec ?? {};
  const errors: FieldError[] = [];
  const ports = objectsIn(spec.ports);
  const headless = spec.clusterIP === 'None';
  if (ports.length === 0 && !headless && spec.type !== 'ExternalName') errors.push(fieldRequired('spec.ports'));
  if (headless && (spec.type === 'NodePort' || spec.type === 'LoadBalancer')) {
    errors.push(fieldInvalid('spec.clusterIPs[0]', 'None', `may not be set to 'None' for ${spec.type} services`));
  }
  if (spec.type === 'ExternalName') errors.push(...validateExternalName(spec));
  errors.push(...validatePorts(ports, spec), ...validateChoices(spec));
  if (typeof spec.clusterIP === 'string' && !headless && spec.clusterIP !== '' && !isAddress(spec.clusterIP)) {
    errors.push(fieldInvalid('spec.clusterIPs[0]', spec.clusterIP, VALID_ADDRESS));
  }
  return errors;
}

/** Validates the status of a Service: only load balancers have addresses there. */
export function validateLoadBalancerStatus(service: ApiObject): FieldError[] {
  const path = 'status.loadBalancer.ingress';
  const ingress = objectsIn(at(service, 'status', 'loadBalancer', 'ingress'));
  if (ingress.length === 0) return [];
  if (service.spec?.type !== 'LoadBalancer')
    return [fieldForbidden(path, "may only be used when `spec.type` is 'LoadBalancer'")];
  return ingress.flatMap(({ ip, ipMode, hostname }, index) => {
    const errors: FieldError[] = [];
    const address = scalarText(ip);
    if (address !== '' && !isAddress(address))
      errors.push(fieldInvalid(`${path}[${index}].ip`, address, VALID_ADDRESS));
    if (ipMode !== undefined && address === '')
      errors.push(fieldForbidden(`${path}[${index}].ipMode`, 'may not be specified when `ip` is not set'));
    const name = scalarText(hostname);
    const problems = name === '' ? [] : isDns1123Subdomain(name);
    if (isAddress(name)) problems.push('must be a DNS name, not an IP address');
    errors.push(...problems.map((problem) => fieldInvalid(`${path}[${index}].hostname`, name, problem)));
    return errors;
  });
}

const VALID_ADDRESS = 'must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)';

function validateExternalName(spec: JsonObject): FieldError[] {
  const name = stringOf(spec.externalName);
  const errors = spec.clusterIP ? [fieldForbidden('spec.clusterIPs', 'may not be set for ExternalName services')] : [];
  if (name === '') return [...errors, fieldRequired('spec.externalName')];
  return [...errors, ...isDns1123Subdomain(name).map((problem) => fieldInvalid('spec.externalName', name, problem))];
}

function validatePorts(ports: readonly JsonObject[], spec: JsonObject): FieldError[] {
  const errors: FieldError[] = [];
  const names = new Set<string>();
  const used = new Set<string>();
  ports.forEach((port, index) => {
    const path = `spec.ports[${index}]`;
    const name = stringOf(port.name);
    if (name === '') {
      if (ports.length > 1) errors.push(fieldRequired(`${path}.name`));
    } else {
      errors.push(...isDns1123Label(name).map((problem) => fieldInvalid(`${path}.name`, name, problem)));
      if (names.has(name)) errors.push(fieldDuplicate(`${path}.name`, name));
      names.add(name);
    }
    const number = Number(port.port ?? 0);
    errors.push(...isPortNumber(number).map((problem) => fieldInvalid(`${path}.port`, number, problem)));
    errors.push(...oneOf(port.protocol, ['SCTP', 'TCP', 'UDP'], `${path}.protocol`));
    const { targetPort } = port;
    if (typeof targetPort === 'string')
      errors.push(...isPortName(targetPort).map((problem) => fieldInvalid(`${path}.targetPort`, targetPort, problem)));
    else
      errors.push(
        ...isPortNumber(Number(targetPort ?? 0)).map((problem) =>
          fieldInvalid(`${path}.targetPort`, Number(targetPort ?? 0), problem),
        ),
      );
    if (port.nodePort && spec.type === 'ClusterIP')
      errors.push(fieldForbidden(`${path}.nodePort`, "may not be used when `type` is 'ClusterIP'"));
    const key = `${scalarText(port.protocol)}/${number}`;
    if (used.has(key)) errors.push(fieldDuplicate(path, goServicePort(port)));
    used.add(key);
  });
  return errors;
}

/** A port as Go prints kube-apiserver's internal type. */
function goServicePort({
  name = '',
  protocol = '',
  appProtocol = null,
  port = 0,
  nodePort = 0,
}: JsonObject): JsonObject {
  return { Name: name, Protocol: protocol, AppProtocol: appProtocol, Port: port, TargetPort: 0, NodePort: nodePort };
}

function validateChoices(spec: JsonObject): FieldError[] {
  const errors = [
    ...oneOf(spec.type, ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'], 'spec.type'),
    ...oneOf(spec.sessionAffinity, ['ClientIP', 'None'], 'spec.sessionAffinity'),
  ];
  const hasExternalIps = Array.isArray(spec.externalIPs) && spec.externalIPs.length > 0;
  if (spec.externalTrafficPolicy && spec.type === 'ClusterIP' && !hasExternalIps) {
    errors.push(
      fieldInvalid(
        'spec.externalTrafficPolicy',
        spec.externalTrafficPolicy,
        'may only be set for externally-accessible services',
      ),
    );
  }
  if (spec.type !== 'LoadBalancer') {
    for (const field of ['loadBalancerClass', 'allocateLoadBalancerNodePorts']) {
      if (spec[field] !== undefined)
        errors.push(fieldForbidden(`spec.${field}`, "may only be used when `type` is 'LoadBalancer'"));
    }
  }
  return errors;
}

function isAddress(text: string): boolean {
  const parts = text.split('.');
  return (
    (parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)) ||
    (text.includes(':') && /^[0-9a-fA-F:.]+$/.test(text))
  );
}
