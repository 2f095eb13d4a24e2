import { type RuleTag, ruleTags } from '@kb/codegen';

const TAGS_INTRODUCTION = `## JSDoc tags

The tags of generators for JSON Schema and OpenAPI set the same rules in kb, in the JSDoc comment that TypeScript assigns to the field or the type (even with a blank line below it). A tag is at the beginning of a line;
its value ends with the line, unless it is JSON that continues below. A line can have several tags.`;

const TAGS_REST = `Rules for tags:

- A tag and a marker, or two tags, may set the same rule; contradictions are errors (\`@minimum 1\` beside \`+kubebuilder:validation:Minimum=2\`).
- A tag that resembles one of these (\`@minLenght\`, \`@MaxLength\`) is an error, and so is one for what the type expresses: \`@optional\` (write \`?\`), \`@required\`, \`@nullable\` (write \`| null\`).
- \`@deprecated\`, \`@description\`, \`@remarks\` and \`@summary\` go to the description, and so does an \`@example\` in prose or code; text below any other tag does not: the description is above the tags.
- Other tags (\`@see\`, \`@defaultValue\`, \`@internal\`) have no effect on a schema. \`@scope/name\` at the beginning of a line is the name of a package, not a tag.
- Tags are read on types that kinds use, including types of other packages.
- On the declaration of a type \`@default\` is an error: as with markers, it belongs on the field.

\`\`\`ts
export interface ShopSpec {
  /**
   * How many doors it has.
   *
   * @default 1
   * @minimum 1
   * @maximum 10
   */
  doors?: int32;
  /** @deprecated Use owners. */
  owner?: string;
}
\`\`\``;

const NEAR_MISSES = `## Misspelt markers

\`@kubebuilder:…\`, \`kubebuilder:…\` without \`+\`, \`-kubebuilder:…\`, \`++kubebuilder:…\` and \`+ kubebuilder:…\` at the beginning of a comment's line are errors that show the right form; so is a marker after text on its
line (\`/** The size. +kubebuilder:validation:Minimum=1 */\`; in backticks it is allowed), and a pattern between slashes, as in JavaScript.`;

const WARNINGS = `## Warnings

A probable mistake that API servers accept is a warning: \`kb generate\` still writes its output, \`--check\` does not fail, and the next run reports it again. With \`kb generate --strict\`, or \`strict: true\` under \`generate\` in
\`PROJECT\`, a warning is an error and nothing is written. Kinds of other projects (\`+kb:external\`) are not checked. [errors.md](errors.md) says what to do.

- \`KB_PRINTER_COLUMN\`: a column whose path leads to no field, to a value of another type, or cannot be read (API servers then leave out the columns after it too); two columns with the same heading
- \`KB_SCALE_PATH\`: \`subresource:scale\` with a path to a missing field, or to one that is not an integer (for \`selectorpath\`: a string). A path of \`selectablefield\` to a missing field is always an error: API servers refuse it
- \`KB_UNKNOWN_FORMAT\`: a format that API servers do not check: \`datetime\` (did you mean \`date-time\`?), \`phone\`, \`int32\` on a string
- \`KB_STATUS_SUBRESOURCE\`: a field \`status\` without \`+kubebuilder:subresource:status\`, or the subresource without the field; \`stauts\`
- \`KB_API_APPROVAL\`: a group of the Kubernetes project (\`*.k8s.io\`, \`*.kubernetes.io\`) without the annotation \`api-approved.kubernetes.io\`
- \`KB_SIZE_LIMIT\`: a CustomResourceDefinition with more than 262,144 bytes of JSON, which \`kubectl apply\` without \`--server-side\` cannot apply, or more than 1.5 MiB, which etcd does not take`;

/** The sections after the markers: other comments, and warnings. */
export function pageSections(): string {
  return [TAGS_INTRODUCTION, tagList(), TAGS_REST, NEAR_MISSES, WARNINGS].join('\n\n');
}

function tagList(): string {
  const row = ({ example, summary }: RuleTag): string => `- \`${example}\`: ${summary}`;
  return ruleTags.map(row).join('\n');
}
