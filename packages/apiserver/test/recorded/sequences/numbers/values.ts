import type { Area } from '../../sequence.ts';
import { apply, asTable, get, jsonPatch, mergePatch, post, put, sequence } from '../../steps.ts';
import { crd, installed, jsonObject, listed, numberOf, numbers, tryDefinition } from './definition.ts';
import { literals } from './literals.ts';

const n = `${numbers}/n`;
const every = jsonObject(listed(literals));
const list = `[${literals.join(',')}]`;
const integers = ['9007199254740992', '9007199254740993', '-9007199254740993', '9223372036854775807'];
const applied = (spec: string): string =>
  `{"apiVersion":"\${NS}.example.com/v1","kind":"Number","metadata":{"name":"n"},"spec":${spec}}`;
const unit = '"type":"array","items":{"type":"number"}';

/** The numbers in objects: what is stored, patched, compared and shown. */
export const valuesOfNumbers: Area = {
  name: 'values of numbers',
  sequences: [
    sequence(
      'values as they come back',
      ...installed({}),
      post(numbers, numberOf('n', every, every)),
      get(n),
      post(numbers, numberOf('m', '{"a":1e400}')),
      post(numbers, numberOf('m', '{"a":[-1e309]}')),
      put(n, numberOf('n', `{"list":${list}}`)),
      get(n, { headers: { accept: 'application/yaml' } }),
    ),
    sequence(
      'values by their types',
      ...installed({
        i: '{"type":"integer"}',
        i32: '{"type":"integer","format":"int32"}',
        i64: '{"type":"integer","format":"int64"}',
        n: '{"type":"number"}',
        f: '{"type":"number","format":"float"}',
        d: '{"type":"number","format":"double"}',
        s: '{"type":"string"}',
        is: '{"x-kubernetes-int-or-string":true}',
      }),
      ...literals.map((literal) =>
        post(
          `${numbers}?dryRun=All`,
          numberOf(
            'n',
            jsonObject(Object.fromEntries(['i', 'i32', 'i64', 'n', 'f', 'd', 's', 'is'].map((p) => [p, literal]))),
          ),
        ),
      ),
    ),
    sequence(
      'defaults as they come back',
      ...installed(listed(literals.map((literal) => `{"type":"number","default":${literal}}`))),
      get(crd),
      post(numbers, numberOf('n', '{}')),
      tryDefinition({ a: '{"type":"number","default":1e400}' }),
      tryDefinition({ a: '{"type":"integer","default":9223372036854775808}' }),
      tryDefinition({ a: '{"type":"integer","default":9223372036854775807,"maximum":9223372036854775000}' }),
      tryDefinition({ a: '{"type":"integer","default":5,"maximum":9223372036854775807}' }),
      tryDefinition({ a: '{"type":"integer","default":-5,"minimum":-9223372036854775808}' }),
      tryDefinition({ a: '{"type":"number","default":5,"maximum":1e20}' }),
      tryDefinition({ a: '{"type":"integer","default":5,"multipleOf":9007199254740993}' }),
      tryDefinition({ a: '{"type":"integer","format":"int32","default":2147483648}' }),
    ),
    sequence(
      'enums as they come back',
      tryDefinition({ a: `{"type":"number","enum":${list},"example":${list}}` }),
      tryDefinition({ a: '{"type":"number","enum":[1e400]}' }),
      tryDefinition({ a: '{"type":"integer","enum":[9007199254740993],"default":9007199254740992}' }),
    ),
    sequence(
      'values and enums',
      ...installed(listed(literals.map((literal) => `{"type":"number","enum":[${literal}]}`))),
      ...['0', '100', '2147483648', '9007199254740992', '9007199254740993', '9223372036854775807', '1e20', '1.5'].map(
        (value) => post(`${numbers}?dryRun=All`, numberOf('n', jsonObject(listed(literals.map(() => value))))),
      ),
    ),
    sequence(
      'numbers and enums of other types',
      ...installed({
        a: '{"x-kubernetes-int-or-string":true,"enum":["A"]}',
        b: '{"x-kubernetes-int-or-string":true,"enum":["\\ufffd"]}',
        c: '{"x-kubernetes-int-or-string":true,"enum":[65]}',
        d: '{"x-kubernetes-preserve-unknown-fields":true,"enum":["65",true,null,[65],{"a":9007199254740993}]}',
      }),
      ...['65', '65.5', '-1', '55296', '9007199254740993', '"A"'].map((value) =>
        post(`${numbers}?dryRun=All`, numberOf('n', `{"a":${value},"b":${value},"c":${value},"d":${value}}`)),
      ),
      post(`${numbers}?dryRun=All`, numberOf('n', '{"d":{"a":9007199254740992}}')),
      post(`${numbers}?dryRun=All`, numberOf('n', '{"d":{"a":9007199254740993}}')),
    ),
    sequence(
      'lists of numbers without duplicates',
      ...installed({
        set: `{${unit},"x-kubernetes-list-type":"set"}`,
        map: `{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["id"],
"items":{"type":"object","required":["id"],"properties":{"id":{"type":"number"}}}}`,
      }),
      post(numbers, numberOf('a', '{"set":[9007199254740992,9007199254740993]}')),
      post(numbers, numberOf('b', '{"set":[9223372036854775807,9223372036854775807]}')),
      post(numbers, numberOf('c', '{"set":[9223372036854775808,9223372036854775809]}')),
      post(numbers, numberOf('d', '{"set":[9223372036854775807,9223372036854775808]}')),
      post(numbers, numberOf('e', '{"map":[{"id":9007199254740992},{"id":9007199254740993}]}')),
      post(numbers, numberOf('f', '{"map":[{"id":9007199254740993},{"id":9007199254740993}]}')),
      post(numbers, numberOf('g', '{"map":[{"id":1e20},{"id":100000000000000000000}]}')),
    ),
    sequence(
      'merge patches with numbers',
      ...installed({ i: '{"type":"integer"}' }),
      post(numbers, numberOf('n', `{"old":${list}}`), { quiet: true }),
      mergePatch(n, `{"spec":${every}}`),
      mergePatch(n, '{"spec":{"i":9007199254740993}}'),
      mergePatch(n, '{"spec":{"i":9007199254740992}}'),
      mergePatch(n, '{"spec":{"i":9223372036854775808}}'),
      mergePatch(n, '{"spec":{"i":1e400}}'),
      mergePatch(n, '{"spec":{"i":9007199254740992}}'),
    ),
    sequence(
      'JSON patches with numbers',
      ...installed({ i: '{"type":"integer"}' }),
      post(numbers, numberOf('n', '{"old":[0.1,1e20,9223372036854775807],"i":9007199254740993}'), { quiet: true }),
      ...['9007199254740993', '9007199254740992', '9007199254740993.0', '9.007199254740993e15'].map((literal) =>
        jsonPatch(n, `[{"op":"test","path":"/spec/i","value":${literal}}]`),
      ),
      jsonPatch(n, `[{"op":"add","path":"/spec/all","value":${list}}]`),
      jsonPatch(n, '[{"op":"copy","from":"/spec/i","path":"/spec/j"},{"op":"move","from":"/spec/j","path":"/spec/k"}]'),
      jsonPatch(n, '[{"op":"replace","path":"/spec/i","value":9223372036854775808}]'),
      jsonPatch(n, '[{"op":"replace","path":"/spec/i","value":-9223372036854775808}]'),
      jsonPatch(n, '[{"op":"replace","path":"/spec/i","value":1e400}]'),
    ),
    sequence(
      'applied numbers, and their owners',
      ...installed({
        i: '{"type":"integer"}',
        set: `{${unit},"x-kubernetes-list-type":"set"}`,
        map: `{"type":"array","x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["id"],
"items":{"type":"object","required":["id"],"properties":{"id":{"type":"number"},"v":{"type":"number"}}}}`,
      }),
      apply(numbers.concat('/n'), 'one', applied(`{"i":9007199254740993,"all":${list}}`)),
      apply(n, 'two', applied('{"i":9007199254740992}')),
      apply(n, 'two', applied('{"i":9007199254740993}')),
      apply(`${n}?force=true`, 'three', applied('{"i":9223372036854775807}')),
      apply(n, 'sets', applied(`{"set":[${integers.join(',')},1.5,1e20]}`)),
      apply(n, 'sets', applied('{"set":[9007199254740993]}')),
      apply(
        n,
        'maps',
        applied('{"map":[{"id":9007199254740993,"v":1},{"id":9007199254740992,"v":2},{"id":1e20,"v":3}]}'),
      ),
      apply(n, 'maps', applied('{"map":[{"id":9007199254740993,"v":9223372036854775807}]}')),
      apply(n, 'four', applied('{"i":9223372036854775808}')),
    ),
    sequence(
      'status and scale with numbers',
      ...installed(
        { i: '{"type":"integer","maximum":9223372036854775807}', j: '{"type":"integer"}' },
        {
          subresources: `{"status":{},"scale":{"specReplicasPath":".spec.replicas","statusReplicasPath":".status.replicas"}}`,
        },
      ),
      post(numbers, numberOf('n', '{"j":9007199254740993}'), { quiet: true }),
      put(`${n}/status`, numberOf('n', '{}', '{"j":9223372036854775807,"list":[9007199254740993,1e20]}')),
      put(`${n}/status`, numberOf('n', '{}', '{"i":5}')),
      put(`${n}/status`, numberOf('n', '{}', '{"j":9223372036854775808}')),
      mergePatch(`${n}/status`, '{"status":{"j":-9223372036854775808}}'),
      ...['2147483648', '9007199254740993', '9223372036854775807', '9223372036854775808', '-9007199254740993'].flatMap(
        (literal) => [
          mergePatch(n, `{"spec":{"replicas":${literal}}}`),
          mergePatch(`${n}/scale`, `{"spec":{"replicas":${literal}}}`),
          put(
            `${n}/scale`,
            `{"apiVersion":"autoscaling/v1","kind":"Scale","metadata":{"name":"n"},"spec":{"replicas":${literal}}}`,
          ),
        ],
      ),
    ),
    sequence(
      'numbers in tables and field selectors',
      ...installed(
        { i: '{"type":"integer"}', n: '{"type":"number"}' },
        {
          selectableFields: '[{"jsonPath":".spec.i"}]',
          additionalPrinterColumns: `[{"name":"I","type":"integer","jsonPath":".spec.i"},
{"name":"IN","type":"number","jsonPath":".spec.i"},{"name":"IS","type":"string","jsonPath":".spec.i"},
{"name":"NI","type":"integer","jsonPath":".spec.n"},{"name":"N","type":"number","jsonPath":".spec.n"},
{"name":"NS","type":"string","jsonPath":".spec.n"}]`,
        },
      ),
      ...['9007199254740993', '9223372036854775807', '-9223372036854775808', '1'].flatMap((literal, index) => [
        post(numbers, numberOf(`i${index}`, `{"i":${literal}}`), { quiet: true }),
        get(`${numbers}/i${index}`, asTable),
      ]),
      ...['1e20', '1e21', '-1e300', '1.5', '0.00001', '9223372036854775808', '1000000.5'].flatMap((literal, index) => [
        post(numbers, numberOf(`n${index}`, `{"n":${literal}}`), { quiet: true }),
        get(`${numbers}/n${index}`, asTable),
      ]),
      ...['9007199254740993', '9007199254740992', '9223372036854775807', '1'].map((literal) =>
        get(`${numbers}?fieldSelector=spec.i%3D${literal}`),
      ),
    ),
  ],
};
