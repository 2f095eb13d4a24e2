import { markerNames } from '../definitions/registry.ts';
import { nearestName } from '../../text/nearest-name.ts';
import { ruleTags } from './rule-tags.ts';

/**
 * Tags of JSDoc, TSDoc and other generators without an effect on a schema. Some are close to one of ours, but not
 * misspelt.
 */
const others = new Set(
  (
    'abstract access alias alpha async augments author beta callback category class const constant constructor copyright defaultValue defaultvalue deprecated description enum event ' +
    'experimental exports extends external file fileoverview function global group hidden ignore implements import inheritDoc inheritdoc inner instance interface internal kind label lends ' +
    'license link member memberof method mixin module name namespace override overload package packageDocumentation param private privateRemarks prop property protected public readonly ' +
    'remarks return returns satisfies sealed see since static summary template this throws todo tutorial type typedef typeParam units variation version virtual yields'
  ).split(' '),
);

/** Tags of other generators for what TypeScript expresses itself. */
const inTypeScript: Readonly<Record<string, string>> = {
  optional: 'write ? after the name of the field',
  required: 'a field without ? is required: remove the tag',
  nullable: 'write | null after the type',
};

/** The problem of a tag that sets no rule. */
export interface TagProblem {
  readonly message: string;
  readonly hint: string;
}

/**
 * The problem of a tag that sets no rule, but was meant to; undefined for any other tag. `name` is without the `@`,
 * `text` follows the name.
 */
export function misspeltTag(name: string, text: string): TagProblem | undefined {
  if (others.has(name)) return undefined;
  const hint = Object.hasOwn(inTypeScript, name) ? inTypeScript[name] : undefined;
  if (hint !== undefined) return { message: `@${name} has no effect here: the type expresses it`, hint };
  if (markerNames.includes(name)) {
    const marker = `+${name}${text.startsWith('=') ? text : text === '' ? '' : `=${text}`}`;
    return {
      message: `@${name} is not a tag that sets a rule`,
      hint: `it is a marker: write ${marker} on its own line`,
    };
  }
  const near = nearestName(
    name,
    ruleTags.map((tag) => tag.name),
  );
  const tag = ruleTags.find((each) => each.name === near);
  return tag === undefined
    ? undefined
    : {
        message: `@${name} is not a tag that sets a rule`,
        hint: `did you mean @${tag.name}? It is written like ${tag.example}`,
      };
}
