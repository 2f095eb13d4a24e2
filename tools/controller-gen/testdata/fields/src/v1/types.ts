// +groupName=fields.example.com

import type { KubernetesObject, RawExtension } from '@kb/apimachinery';

/** Other is another type. */
// +kubebuilder:title="Other of the type"
// +kubebuilder:externalDocs:url="https://example.com/other"
// +kubebuilder:pruning:PreserveUnknownFields
export interface Other {
  name?: string;
}

/** Named is text with documentation elsewhere. */
// +kubebuilder:externalDocs:url="https://example.com/named",description="All of it"
// +kubebuilder:title=Named
export type Named = string;

/** BoxSpec has the other markers of fields. */
export interface BoxSpec {
  // +nullable
  nullable: string;

  nullableOther: Other | null; // rule: type/null

  nullableList: string[] | null;

  // +kubebuilder:validation:EmbeddedResource
  // +kubebuilder:pruning:PreserveUnknownFields
  embedded: RawExtension;

  // +kubebuilder:pruning:PreserveUnknownFields
  kept: Record<string, string>;

  /** Schemaless is not looked at. */
  // +kubebuilder:validation:Schemaless
  // +kubebuilder:pruning:PreserveUnknownFields
  schemaless: Other; // rule: schemaless/starts-empty

  // +kubebuilder:validation:Schemaless
  // +kubebuilder:validation:Type=object
  // +kubebuilder:validation:MaxProperties=3
  schemalessObject: Other; // rule: schemaless/other-markers-count

  // +kubebuilder:title=Title
  titled: string;

  // +kubebuilder:title="Title of the field"
  titledOther: Other; // rule: reference/title-of-the-field-wins

  untitled: Other; // rule: reference/title-of-the-type-shows

  // +kubebuilder:externalDocs:url="https://example.com/linked",description="More"
  linked: string;

  // +kubebuilder:externalDocs:url="/relative"
  linkedOther: Other; // rule: reference/external-docs-of-the-field-win

  named: Named; // rule: reference/external-docs-of-the-type-show

  // +kubebuilder:example=other
  example: Named; // rule: reference/example-of-the-field
}

/** Box shows markers of fields. */
// +kubebuilder:object:root=true
export interface Box extends KubernetesObject {
  spec: BoxSpec;
}
