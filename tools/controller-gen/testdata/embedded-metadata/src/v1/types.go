// +groupName=metadata.example.com
package v1

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// TemplateSpec has metadata inside, whose fields are wanted.
type TemplateSpec struct {
	// Metadata of what is made.
	Metadata metav1.ObjectMeta `json:"metadata"` // rule: option/generate-embedded-object-meta

	Claim corev1.PersistentVolumeClaimTemplate `json:"claim"`
}

// Template shows embedded metadata.
// +kubebuilder:object:root=true
type Template struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	Spec TemplateSpec `json:"spec"`
}
