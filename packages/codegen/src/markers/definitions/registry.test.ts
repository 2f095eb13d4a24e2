import { expect, test } from 'vitest';
import { markerDefinitions } from './registry.ts';

test('every named argument is explained, in a sentence', () => {
  const unexplained = markerDefinitions.flatMap(({ name, arguments: taken }) =>
    taken.kind === 'named'
      ? taken.arguments
          .filter(({ summary }) => !/^\S.*\.$/.test(summary))
          .map((argument) => `${name}: ${argument.name}`)
      : [],
  );
  expect(unexplained).toEqual([]);
});

test('lists every marker of controller-gen', () => {
  const validations =
    'Maximum Minimum ExclusiveMaximum ExclusiveMinimum MultipleOf MaxLength MinLength Pattern MaxItems MinItems UniqueItems MaxProperties MinProperties Enum Format Type XPreserveUnknownFields XEmbeddedResource XIntOrString XValidation'
      .split(' ')
      .flatMap((name) =>
        ['', 'items:'].flatMap((items) =>
          ['field', 'type'].map((target) => `${target} kubebuilder:validation:${items}${name}`),
        ),
      );
  const others = {
    folder:
      'groupName versionName kubebuilder:skip kubebuilder:validation:Optional kubebuilder:validation:Required kubebuilder:rbac kubebuilder:webhook kubebuilder:webhookconfiguration kubebuilder:object:generate k8s:deepcopy-gen kubebuilder:ac:generate kubebuilder:ac:output:package',
    type: 'kubebuilder:resource kubebuilder:subresource:status kubebuilder:subresource:scale kubebuilder:printcolumn kubebuilder:selectablefield kubebuilder:storageversion kubebuilder:unservedversion kubebuilder:deprecatedversion kubebuilder:skipversion kubebuilder:metadata kubebuilder:externalDocs kubebuilder:validation:AtMostOneOf kubebuilder:validation:ExactlyOneOf kubebuilder:validation:AtLeastOneOf k8s:enum kubebuilder:pruning:PreserveUnknownFields kubebuilder:title listType k8s:listType listMapKey k8s:listMapKey mapType structType kubebuilder:object:root kubebuilder:object:generate k8s:deepcopy-gen k8s:deepcopy-gen:interfaces kubebuilder:ac:generate',
    field:
      'kubebuilder:validation:Required required k8s:required kubebuilder:validation:Optional optional k8s:optional nullable kubebuilder:default default kubebuilder:example kubebuilder:validation:EmbeddedResource kubebuilder:validation:Schemaless k8s:immutable kubebuilder:externalDocs kubebuilder:pruning:PreserveUnknownFields kubebuilder:title listType k8s:listType listMapKey k8s:listMapKey mapType structType',
  };
  const wanted = Object.entries(others).flatMap(([target, names]) =>
    names.split(' ').map((name) => `${target} ${name}`),
  );
  const known = markerDefinitions.flatMap(({ name, targets }) => targets.map((target) => `${target} ${name}`));
  const own = [
    ...['kb:allowDangerousTypes', 'kb:external'].map((name) => `folder ${name}`),
    ...['conversion', 'definition', 'listKind', 'version', 'versions', 'withoutTypeMeta'].map(
      (name) => `type kb:${name}`,
    ),
    ...['kb:blankLines', 'kb:description', 'kb:lineEnds', 'kb:schema'].flatMap((name) => [
      `field ${name}`,
      `type ${name}`,
    ]),
  ];
  expect(known.sort()).toEqual([...validations, ...wanted, ...own].sort());
});
