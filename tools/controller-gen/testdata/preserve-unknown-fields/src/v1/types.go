// +groupName=preserve.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Jar comes from an API of old.
// +kubebuilder:object:root=true
type Jar struct { // rule: option/preserve-unknown-fields
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
}
