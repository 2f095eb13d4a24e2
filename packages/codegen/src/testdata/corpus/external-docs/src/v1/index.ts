// +groupName=testdata.kubebuilder.io
// +versionName=v1

import type { KubernetesObject } from '@kb/apimachinery';

export interface ExternalDocSpec {
  // +kubebuilder:externalDocs:url="https://example.com/docs",description="external docs description"
  fieldWithExternalDoc?: string;
  // +kubebuilder:externalDocs:url="https://example.com/docs"
  fieldWithExternalDocURLOnly?: string;
  typeWithExternalDoc?: TypeWithExternalDoc;
}

// +kubebuilder:externalDocs:url="https://example.com/type-docs",description="type-level external docs"
export type TypeWithExternalDoc = string;

// +kubebuilder:object:root=true
export interface ExternalDoc extends KubernetesObject {
  spec?: ExternalDocSpec;
}
