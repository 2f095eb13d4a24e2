import type { Decl, Type } from '@bufbuild/cel-spec/cel/expr/checked_pb.js';
import type { SimpleTest } from '@bufbuild/cel-spec/cel/expr/conformance/test/simple_pb.js';
import type { Value } from '@bufbuild/cel-spec/cel/expr/value_pb.js';
import {
  getCheckingSuite,
  getComprehensionSuite,
  getConformanceSuite,
  getParsingSuite,
  type IncrementalTest,
  type IncrementalTestSuite,
} from '@bufbuild/cel-spec/testdata/tests.js';
import { type CelValue, valueOf } from './cel-value.ts';

/** A test of the CEL specification, or of cel-go's own. */
export interface SpecCase {
  /** Where it is, with slashes; unique. */
  readonly name: string;
  /** The first part of the name. */
  readonly section: string;
  readonly expression: string;
  readonly hasMacros: boolean;
  /** Whether its types are checked before it is evaluated. */
  readonly isChecked: boolean;
  readonly variables: readonly Decl[];
  readonly bindings: Readonly<Record<string, CelValue>>;
  /** What must be; what is absent is not said. */
  readonly expected: Expected;
}

/** What a test says of its expression. */
export interface Expected {
  /** The parsed tree as cel-go prints it; null: the expression must be refused. */
  readonly tree?: string | null;
  /** What cel-go says where it refuses to parse. */
  readonly syntaxError?: string;
  readonly type?: string;
  /** The tree with types as cel-go prints it. */
  readonly typedTree?: string;
  /** The value; `error`: its evaluation must be one. */
  readonly value?: CelValue | 'error';
}

/** What the environment of rules in Kubernetes does not have: cases of it are left out. */
const absentSections: Readonly<Record<string, string>> = {
  bindings_ext: 'cel.bind',
  block_ext: 'cel.block',
  dynamic: 'messages',
  encoders_ext: 'base64',
  enums: 'messages',
  fields: 'messages',
  math_ext: 'math',
  namespace: 'containers',
  proto2: 'messages',
  proto2_ext: 'messages',
  proto3: 'messages',
  unknowns: 'unknown values',
  wrappers: 'messages',
};

/** Cases that apply to Kubernetes, and how many do not, by reason. */
export interface SpecCases {
  readonly cases: readonly SpecCase[];
  readonly absent: ReadonlyMap<string, number>;
}

/** Reads all cases. */
export function readSpecCases(): SpecCases {
  const cases: SpecCase[] = [];
  const absent = new Map<string, number>();
  const names = new Set<string>();
  const visit = (suite: IncrementalTestSuite, where: readonly string[], onlySyntax: boolean): void => {
    for (const inner of suite.suites) visit(inner, [...where, inner.name], onlySyntax);
    for (const test of suite.tests) {
      const reason = absentIn(test.original, where[0] ?? '');
      if (reason !== undefined) absent.set(reason, (absent.get(reason) ?? 0) + 1);
      else cases.push(caseOf(test, uniqueName([...where, test.name].join('/'), names), where[0] ?? '', onlySyntax));
    }
  };
  visit(getConformanceSuite(), [], false);
  // Cel-go's own tests have variables that the data does not declare: only their syntax can be compared.
  for (const suite of [getParsingSuite(), getCheckingSuite(), getComprehensionSuite()])
    visit(suite, [`cel-go ${suite.name}`], true);
  return { cases, absent };
}

function uniqueName(name: string, taken: Set<string>): string {
  let unique = name;
  for (let count = 2; taken.has(unique); count += 1) unique = `${name} (${count})`;
  taken.add(unique);
  return unique;
}

function caseOf(test: IncrementalTest, name: string, section: string, onlySyntax: boolean): SpecCase {
  const { original } = test;
  const { expr, typeEnv, disableMacros, disableCheck, bindings } = original;
  const bound = Object.entries(bindings).flatMap(([variable, { kind }]) =>
    kind.case === 'value' ? [[variable, valueOf(kind.value)] as const] : [],
  );
  const refused = test.ast === undefined && test.error !== undefined;
  const syntax: Expected =
    refused && test.error !== undefined
      ? { tree: null, syntaxError: test.error }
      : test.ast !== undefined
        ? { tree: test.ast }
        : {};
  return {
    name,
    section,
    expression: expr,
    hasMacros: !disableMacros,
    isChecked: !disableCheck,
    variables: typeEnv,
    bindings: Object.fromEntries(bound),
    expected: onlySyntax || refused ? syntax : { ...syntax, ...typesOf(test), ...valueExpected(original) },
  };
}

function typesOf({ type, checkedAst, original }: IncrementalTest): Expected {
  if (original.disableCheck) return {};
  return {
    ...(type !== undefined && { type }),
    ...(checkedAst !== undefined && { typedTree: checkedAst }),
  };
}

function valueExpected({ resultMatcher, checkOnly }: SimpleTest): Expected {
  if (checkOnly) return {};
  switch (resultMatcher.case) {
    case 'value':
      return { value: valueOf(resultMatcher.value) };
    case 'typedResult':
      return resultMatcher.value.result === undefined ? {} : { value: valueOf(resultMatcher.value.result) };
    case 'evalError':
    case 'anyEvalErrors':
      return { value: 'error' };
    // A test without a result must be true.
    case undefined:
      return { value: { type: 'bool', text: 'true' } };
    case 'unknown':
    case 'anyUnknowns':
      return {};
  }
}

const MESSAGES = /TestAllTypes|TestRequired|google\.protobuf\.|GlobalEnum/;

function absentIn(test: SimpleTest, section: string): string | undefined {
  const absent = absentSections[section];
  if (absent !== undefined) return absent;
  // Syntax is the same with and without messages.
  if (section.startsWith('cel-go ')) return undefined;
  if (MESSAGES.test(test.expr)) return 'messages';
  if (test.container !== '') return 'containers';
  if (/\bcel\.|\bmath\.|\bbase64\./.test(test.expr)) return 'cel.bind, math, base64';
  const values = Object.values(test.bindings).flatMap(({ kind }) => (kind.case === 'value' ? [kind.value] : []));
  const { resultMatcher: matcher } = test;
  if (matcher.case === 'value') values.push(matcher.value);
  if (matcher.case === 'typedResult' && matcher.value.result !== undefined) values.push(matcher.value.result);
  if (values.some(hasMessage)) return 'messages';
  return test.typeEnv.some(declaresMessage) ? 'messages' : undefined;
}

function hasMessage({ kind }: Value): boolean {
  switch (kind.case) {
    case 'objectValue':
      return !/\.(Timestamp|Duration)$/.test(kind.value.typeUrl);
    case 'enumValue':
      return true;
    case 'listValue':
      return kind.value.values.some(hasMessage);
    case 'mapValue':
      return kind.value.entries.some(({ value }) => value !== undefined && hasMessage(value));
    default:
      return false;
  }
}

function declaresMessage({ declKind }: Decl): boolean {
  return declKind.case !== 'ident' || isMessage(declKind.value.type);
}

function isMessage(type: Type | undefined): boolean {
  const kind = type?.typeKind;
  switch (kind?.case) {
    case 'messageType':
    case 'wrapper':
      return true;
    case 'listType':
      return isMessage(kind.value.elemType);
    case 'mapType':
      return isMessage(kind.value.valueType);
    default:
      return false;
  }
}
