import {
  equalJson,
  fieldDuplicate,
  type FieldError,
  fieldInvalid,
  fieldNotSupported,
  fieldRequired,
  type JsonObject,
} from '@kb/apimachinery';
import { isDns1123Label } from '@kb/apimachinery/server';
import { type ApiObject, type FrozenObject, objectsIn, own } from '../../objects/api-object.ts';
import { scalarText } from '../../objects/scalar-text.ts';
import { firstFew, stringsIn, text } from '../../tables/cells.ts';
import { ageColumn, column, columns, nameColumn } from '../../tables/columns.ts';
import type { BuiltInKind } from '../shared/built-in-kind.ts';
import { genericStrategy } from '../shared/generic-strategy.ts';
import { oneOf } from '../shared/one-of.ts';
import { setDefaults, setTextDefaults } from '../shared/set-default.ts';

/** EndpointSlice: some of the addresses of a Service. Everything but its annotations is desired state. */
export const endpointSlice: BuiltInKind = {
  group: 'discovery.k8s.io',
  kind: 'EndpointSlice',
  defaults: (slice) => {
    for (const port of objectsIn(slice.ports)) {
      setDefaults(port, { name: '' });
      setTextDefaults(port, { protocol: 'TCP' });
    }
  },
  strategy: {
    ...genericStrategy,
    generation: (object, old) => {
      const content = ({ metadata, ...rest }: FrozenObject | ApiObject): unknown => ({
        ...rest,
        labels: metadata.labels ?? {},
      });
      return !equalJson(content(object), content(old));
    },
    validate: validateEndpointSlice,
    validateUpdate: validateEndpointSliceUpdate,
  },
  columns: columns(
    nameColumn,
    column('AddressType', text('addressType')),
    column('Ports', (slice) => {
      const ports = objectsIn(slice.ports).map(({ port, name }) => scalarText(port ?? name ?? '*'));
      return firstFew(ports, '') || '<unset>';
    }),
    column('Endpoints', (slice) =>
      firstFew(
        objectsIn(slice.endpoints).flatMap(({ addresses }) => stringsIn(addresses)),
        '<unset>',
      ),
    ),
    ageColumn,
  ),
};

const addressTypes = ['FQDN', 'IPv4', 'IPv6'];

/** Validates an EndpointSlice, except for the form of its addresses. */
function validateEndpointSlice(slice: ApiObject): FieldError[] {
  return [
    ...validateAddressType(own(slice, 'addressType')),
    ...validatePorts(objectsIn(own(slice, 'ports'))),
    ...validateEndpoints(slice),
  ];
}

/** Validates a change of an EndpointSlice. */
function validateEndpointSliceUpdate(slice: ApiObject, old: FrozenObject): FieldError[] {
  const type = own(slice, 'addressType') ?? null;
  const isSameType = type === (own(old, 'addressType') ?? null);
  return [
    ...validateAddressType(type),
    ...validatePorts(objectsIn(own(slice, 'ports'))),
    ...(equalJson(own(slice, 'endpoints'), own(old, 'endpoints')) ? [] : validateEndpoints(slice)),
    ...(isSameType ? [] : [fieldInvalid('addressType', type, 'field is immutable')]),
  ];
}

function validateAddressType(type: unknown): FieldError[] {
  const text = scalarText(type ?? '');
  if (text === '') return [fieldRequired('addressType')];
  return addressTypes.includes(text) ? [] : [fieldNotSupported('addressType', text, addressTypes)];
}

function validatePorts(ports: readonly JsonObject[]): FieldError[] {
  const names = new Set<string>();
  return ports.flatMap((port, index) => {
    const path = `ports[${index}]`;
    const name = scalarText(port.name ?? '');
    const errors = name === '' ? [] : isDns1123Label(name).map((why) => fieldInvalid(`${path}.name`, name, why));
    if (names.has(name)) errors.push(fieldDuplicate(`${path}.name`, name));
    names.add(name);
    return [...errors, ...oneOf(port.protocol, ['SCTP', 'TCP', 'UDP'], `${path}.protocol`)];
  });
}

function validateEndpoints(slice: ApiObject): FieldError[] {
  return objectsIn(own(slice, 'endpoints')).flatMap(({ addresses }, index) =>
    Array.isArray(addresses) && addresses.length > 0
      ? []
      : [fieldRequired(`endpoints[${index}].addresses`, 'must contain at least 1 address')],
  );
}
