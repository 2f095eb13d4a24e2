// +groupName=shop.example.com

// rule: webhook/configurations-of-folders
// +kubebuilder:webhookconfiguration:mutating=false,name=three

export {};
