// The API of the group batch.example.com, version v1alpha1: markers of the whole folder.
// +groupName=batch.example.com
// +versionName=v1alpha1
export {};
