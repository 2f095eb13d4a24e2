// +groupName=header.example.com
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get

// Letter has a header in its files.
// +kubebuilder:object:root=true
type Letter struct { // rule: option/header-file, option/year
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`
}
