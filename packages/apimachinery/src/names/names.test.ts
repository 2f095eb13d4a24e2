import { describe, expect, test } from 'vitest';
import { compareVersions } from './compare-versions.ts';
import {
  isDns1035Label,
  isDns1123Label,
  isDns1123Subdomain,
  isDns1123SubdomainCaseless,
  isWildcardDns1123Subdomain,
} from './dns-names.ts';
import { isLabelValue, isQualifiedName } from './label-names.ts';
import { regexMessage } from './name-messages.ts';
import { nameIsDns1035Label, nameIsDnsLabel, nameIsDnsSubdomain, nameIsPathSegment } from './object-names.ts';
import {
  isCIdentifier,
  isConfigMapKey,
  isEnvVarName,
  isHttpHeaderName,
  isPercent,
  isPortName,
  isPortNumber,
} from './other-names.ts';
import { utf8Length } from './utf8-length.ts';

const LABEL_RULE =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

test('sorts versions in the order that Kubernetes prefers', () => {
  const best = ['v10', 'v2', 'v1', 'v11beta2', 'v3beta10', 'v3beta1', 'v12alpha1', 'v11alpha2', 'foo1', 'foo10'];
  expect(best.toReversed().sort(compareVersions)).toEqual(best);
});

describe('names', () => {
  test.each<[(name: string) => string[], string, string[]]>([
    [isDns1123Label, 'my-name', []],
    [isDns1123Label, 'My', [LABEL_RULE]],
    [isDns1123Label, 'a.b', ['must not contain dots']],
    [isDns1123Label, 'x'.repeat(64), ['must be no more than 63 characters']],
    [isDns1123Label, 'a\n', [LABEL_RULE]],
    [isDns1123Subdomain, 'a.b-c.d', []],
    [(name) => isDns1123Subdomain(name, 'bytes'), 'x'.repeat(254), ['must be no more than 253 bytes']],
    [isDns1123SubdomainCaseless, 'Example.com', []],
    [isWildcardDns1123Subdomain, '*.example.com', []],
    [isDns1035Label, 'abc-123', []],
    [
      isDns1035Label,
      '1',
      [
        "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')",
      ],
    ],
    [isQualifiedName, 'example.com/My_name.x', []],
    [
      isQualifiedName,
      '/',
      [
        'prefix part must be non-empty',
        'name part must be non-empty',
        "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
      ],
    ],
    [isLabelValue, '', []],
    [isLabelValue, 'a_B.c-1', []],
    [isConfigMapKey, 'key.name', []],
    [isConfigMapKey, '..x', ["must not start with '..'"]],
    [isConfigMapKey, '..', ["must not be '..'"]],
    [isEnvVarName, 'A B', []],
    [isEnvVarName, '', ['environment variable name must be non-empty']],
    [
      isEnvVarName,
      'a=b',
      ["a valid environment variable name must consist only of printable ASCII characters other than '='"],
    ],
    [isPortName, 'http', []],
    [
      isPortName,
      '1--2-',
      [
        'must contain at least one letter (a-z)',
        'must not contain consecutive hyphens',
        'must not begin or end with a hyphen',
      ],
    ],
    [isHttpHeaderName, 'X-A', []],
    [isCIdentifier, '_a1', []],
    [isPercent, '93%', []],
  ])('%# %j', (check, name, want) => {
    expect(check(name)).toEqual(want);
  });

  // The messages of apimachinery's validation package.
  test.each<[(name: string) => string[], string, string]>([
    [
      isDns1123Subdomain,
      'A',
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
    [
      isDns1123SubdomainCaseless,
      '-',
      "an RFC 1123 subdomain must consist of alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'Example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
    [
      isWildcardDns1123Subdomain,
      'a',
      "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
    ],
    [
      isQualifiedName,
      'a/b/c',
      "a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
    ],
    [
      isLabelValue,
      '-',
      "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
    ],
    [
      isConfigMapKey,
      ' ',
      "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')",
    ],
    [isPortName, 'aA', 'must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)'],
    [
      isHttpHeaderName,
      'a b',
      "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')",
    ],
    [
      isCIdentifier,
      '1a',
      "a valid C identifier must start with alphabetic character or '_', followed by a string of alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for validation is '[A-Za-z_][A-Za-z0-9_]*')",
    ],
    [
      isPercent,
      '93',
      "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')",
    ],
    [isQualifiedName, `a/${'b'.repeat(64)}`, 'name part must be no more than 63 bytes'],
    [isQualifiedName, `${'a'.repeat(254)}/b`, 'prefix part must be no more than 253 bytes'],
    [isLabelValue, 'a'.repeat(64), 'must be no more than 63 bytes'],
    [isConfigMapKey, 'a'.repeat(254), 'must be no more than 253 characters'],
    [isConfigMapKey, '.', "must not be '.'"],
    [isPortName, 'a'.repeat(16), 'must be no more than 15 characters'],
    [isPortName, '-a', 'must not begin or end with a hyphen'],
    [isDns1035Label, 'a'.repeat(64), 'must be no more than 63 characters'],
    [nameIsPathSegment, '..', "may not be '..'"],
    [nameIsPathSegment, 'a%', "may not contain '%'"],
    [nameIsPathSegment, 'a/b', "may not contain '/'"],
  ])('%# describes the problem of %j', (check, name, message) => {
    expect(check(name)).toEqual([message]);
  });

  test.each([nameIsDnsSubdomain, nameIsDnsLabel, nameIsDns1035Label])('a prefix may end in a dash (%#)', (check) => {
    expect(check('web-', true)).toEqual([]);
    expect(check('web-')).toHaveLength(1);
    expect(check('-', true)).toHaveLength(1);
  });

  test('a prefix may be a dot, which something follows', () => {
    expect(nameIsPathSegment('.', true)).toEqual([]);
  });

  test('quotes only the expression if there are no examples', () => {
    expect(regexMessage('rule', '[a]')).toBe("rule (regex used for validation is '[a]')");
  });

  test('counts', () => {
    expect([isPortNumber(1), isPortNumber(65_535), isPortNumber(0), isPortNumber(1.5)]).toEqual([
      [],
      [],
      ['must be between 1 and 65535, inclusive'],
      ['must be between 1 and 65535, inclusive'],
    ]);
    expect(['a', 'é', '日', '😀'].map(utf8Length)).toEqual([1, 2, 3, 4]);
    expect(utf8Length('aé日😀')).toBe(Buffer.byteLength('aé日😀'));
  });
});
