import { type RuleTag, ruleTags } from '@kb/codegen';

const TAGS_INTRODUCTION = `## JSDoc tags

Tags that generators of JSON Schema and OpenAPI read give the same rule here, in the JSDoc comment that TypeScript takes for the field's or the type's (a blank line below it changes nothing). A tag begins its line;
its value ends with the line, and only a value in JSON can go on below. Several can follow each other on a line.`;

const TAGS_REST = `What holds for them:

- A tag and a marker, or two tags, may say the same; what contradicts is an error (\`@minimum 1\` beside \`+kubebuilder:validation:Minimum=2\`).
- A tag that is nearly one of these (\`@minLenght\`, \`@MaxLength\`) is an error, and so is one that says what the type says: \`@optional\` (write \`?\`), \`@required\`, \`@nullable\` (write \`| null\`).
- \`@deprecated\`, \`@description\`, \`@remarks\` and \`@summary\` go to the description, and so does an \`@example\` in prose or code; text below any other tag does not: the description stands above the tags.
- Other tags (\`@see\`, \`@defaultValue\`, \`@internal\`) say nothing of a schema. \`@scope/name\` at the beginning of a line is the name of a package, and prose.
- Tags count on types that kinds use. What other packages say in theirs counts too, where it can be read.
- On the declaration of a type \`@default\` is an error: as markers do it, it belongs to the field.

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

const NEAR_MISSES = `## What is nearly a marker

\`@kubebuilder:…\`, \`kubebuilder:…\` without \`+\`, \`-kubebuilder:…\`, \`++kubebuilder:…\` and \`+ kubebuilder:…\` at the beginning of a comment's line are errors that show the right form; so is a marker after text on its
line (\`/** The size. +kubebuilder:validation:Minimum=1 */\`; in backticks it is mentioned, not meant), and a pattern between JavaScript's slashes.`;

const WARNINGS = `## Warnings

What an API server takes and nobody means is a warning: \`kb generate\` writes what it was asked for, \`--check\` does not fail, and the next run says it again. With \`kb generate --strict\`, or \`strict: true\` under \`generate\` in
\`PROJECT\`, a warning is an error and nothing is written. Kinds of other projects (\`+kb:external\`) are left alone. [errors.md](errors.md) says what to do.

- \`KB_PRINTER_COLUMN\`: a column whose path leads to no field, to a value of another type, or cannot be read (API servers then leave out the columns after it too); two columns of one heading
- \`KB_SCALE_PATH\`: \`subresource:scale\` with a path to no field, or to one that is not a whole number (for \`selectorpath\`: no text). A path of \`selectablefield\` to no field is an error in any case: API servers refuse it
- \`KB_UNKNOWN_FORMAT\`: a format that API servers do not check: \`datetime\` (did you mean \`date-time\`?), \`phone\`, \`int32\` of text
- \`KB_STATUS_SUBRESOURCE\`: a field \`status\` without \`+kubebuilder:subresource:status\`, or that without the field; \`stauts\`
- \`KB_API_APPROVAL\`: a group of the Kubernetes project (\`*.k8s.io\`, \`*.kubernetes.io\`) without the annotation \`api-approved.kubernetes.io\`
- \`KB_SIZE_LIMIT\`: a CustomResourceDefinition with more than 262,144 bytes of JSON, which \`kubectl apply\` without \`--server-side\` cannot apply, or more than 1.5 MiB, which etcd does not take`;

/** The sections after the markers: what else a comment can have, and what is warned of. */
export function pageSections(): string {
  return [TAGS_INTRODUCTION, tagList(), TAGS_REST, NEAR_MISSES, WARNINGS].join('\n\n');
}

function tagList(): string {
  const row = ({ example, summary }: RuleTag): string => `- \`${example}\`: ${summary}`;
  return ruleTags.map(row).join('\n');
}
