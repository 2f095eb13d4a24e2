import { isDns1035Label, isDns1123Label, isDns1123Subdomain } from '../../../names/dns-names.ts';
import { isLabelValue, isQualifiedName } from '../../../names/label-names.ts';
import { hasFormat } from '../../../schema/string-formats.ts';
import { listOf } from '../../values/list.ts';
import {
  type CelValue,
  isKind,
  noSuchOverload,
  type OpaqueValue,
  optionalNone,
  optionalOf,
} from '../../values/value.ts';
import { urlProblem } from '../network/url.ts';
import { binary, type FunctionTable, isText, nullary, unary } from '../overloads/implementation.ts';

/** A format of texts, as a value of CEL. */
interface NamedFormat extends OpaqueValue {
  readonly type: 'kubernetes.NamedFormat';
  readonly name: string;
  /** The length of the regular expression that costs are computed with. */
  readonly patternSize: number;
  /** What is wrong with a text. */
  validate(text: string): readonly string[];
}

/** Whether a value is a format of texts. */
export const isNamedFormat = (value: CelValue): value is NamedFormat =>
  isKind(value, 'opaque') && value.type === 'kubernetes.NamedFormat';

function namedFormat(name: string, patternSize: number, validate: NamedFormat['validate']): NamedFormat {
  return {
    kind: 'opaque',
    type: 'kubernetes.NamedFormat',
    name,
    patternSize,
    validate,
    equals: (other) => (isNamedFormat(other) ? other.name === name : noSuchOverload(other)),
  };
}

/** The check of a name of which a text is the start: it may end with a dash. */
const asPrefix =
  (validate: (text: string) => readonly string[]) =>
  (text: string): readonly string[] =>
    validate(text.length > 1 && text.endsWith('-') ? `${text.slice(0, -2)}a` : text);

/** The check of a format of schemas. */
const ofSchema =
  (format: string, problem: string) =>
  (text: string): readonly string[] =>
    hasFormat(text, format) ? [] : [problem];

const uriProblems = (text: string): readonly string[] => {
  const problem = urlProblem(text);
  return problem === undefined ? [] : [problem];
};

const formats: Readonly<Record<string, NamedFormat>> = {
  dns1123Label: namedFormat('DNS1123Label', 30, isDns1123Label),
  dns1123Subdomain: namedFormat('DNS1123Subdomain', 60, isDns1123Subdomain),
  dns1035Label: namedFormat('DNS1035Label', 30, isDns1035Label),
  qualifiedName: namedFormat('QualifiedName', 60, isQualifiedName),
  dns1123LabelPrefix: namedFormat('DNS1123LabelPrefix', 30, asPrefix(isDns1123Label)),
  dns1123SubdomainPrefix: namedFormat('DNS1123SubdomainPrefix', 60, asPrefix(isDns1123Subdomain)),
  dns1035LabelPrefix: namedFormat('DNS1035LabelPrefix', 30, asPrefix(isDns1035Label)),
  labelValue: namedFormat('LabelValue', 40, isLabelValue),
  uri: namedFormat('URI', 1103, uriProblems),
  uuid: namedFormat('uuid', 70, ofSchema('uuid', 'does not match the UUID format')),
  byte: namedFormat('byte', 84, ofSchema('byte', 'invalid base64')),
  date: namedFormat('date', 71, ofSchema('date', 'invalid date')),
  datetime: namedFormat('datetime', 71, ofSchema('datetime', 'invalid datetime')),
};

/** Formats of texts by name. */
export const formatNames: FunctionTable = {
  ...Object.fromEntries(Object.entries(formats).map(([name, format]) => [`format.${name}`, nullary(() => format)])),
  'format-named': unary(isText, (name) => {
    const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
    return format === undefined ? optionalNone : optionalOf(format);
  }),
  'format-validate': binary(isNamedFormat, isText, (format, text) => {
    const problems = format.validate(text);
    return problems.length === 0 ? optionalNone : optionalOf(listOf(problems));
  }),
};
