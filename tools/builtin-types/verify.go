package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// verify compares the kinds with the discovery documents that kube-apiserver's own tests record, every API switched on.
func verify(u *universe) error {
	folder, err := downloadKubernetes()
	if err != nil {
		return err
	}
	kinds, err := u.kinds()
	if err != nil {
		return err
	}
	differences, total, err := compareDiscovery(kinds, filepath.Join(folder, "api", "discovery"))
	if err != nil {
		return err
	}
	fmt.Printf("kinds as discovery has them: %d of %d\n", total-len(differences), total)
	if len(differences) > 0 {
		return fmt.Errorf("discovery differs:\n%s", strings.Join(differences, "\n"))
	}
	return nil
}

// downloadKubernetes gives the folder of the module that has Kubernetes' published discovery and OpenAPI documents, of the release that k8s.io/api in go.mod is of.
func downloadKubernetes() (string, error) {
	version, err := goCommand("list", "-m", "-f", "{{.Version}}", "k8s.io/api")
	if err != nil {
		return "", err
	}
	out, err := goCommand("mod", "download", "-json", "k8s.io/kubernetes@v1"+strings.TrimPrefix(strings.TrimSpace(version), "v0"))
	if err != nil {
		return "", err
	}
	var answer struct{ Dir string }
	return answer.Dir, json.Unmarshal([]byte(out), &answer)
}

func goCommand(args ...string) (string, error) {
	command := exec.Command("go", args...)
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
	}
	return string(out), nil
}

// A discovered is a resource or subresource as discovery lists it.
type discovered struct {
	Name, SingularName, Kind string
	Group, Version           string
	Namespaced               bool
	Verbs                    []string
	ShortNames, Categories   []string
}

func compareDiscovery(kinds []kindData, folder string) (differences []string, total int, err error) {
	ours := map[string]discovered{}
	for _, k := range kinds {
		prefix := k.group + "/" + k.version + "/"
		ours[prefix+k.plural] = discovered{
			Name: k.plural, SingularName: k.singular, Kind: k.kind, Namespaced: k.scope == "Namespaced",
			Verbs: k.verbs, ShortNames: k.shortNames, Categories: k.categories,
		}
		for _, s := range k.subresources {
			entry := discovered{Name: k.plural + "/" + s.name, Kind: s.kind, Namespaced: k.scope == "Namespaced", Verbs: s.verbs}
			if s.group != k.group || s.version != k.version {
				entry.Group, entry.Version = s.group, s.version
			}
			ours[prefix+entry.Name] = entry
		}
	}
	theirs, err := readDiscovery(folder)
	if err != nil {
		return nil, 0, err
	}
	for name, want := range theirs {
		got, ok := ours[name]
		if !ok {
			differences = append(differences, "missing: "+name)
		} else if a, b := compact(got), compact(want); a != b {
			differences = append(differences, name+"\n  is     "+a+"\n  should "+b)
		}
	}
	for name := range ours {
		if _, ok := theirs[name]; !ok {
			differences = append(differences, "not served: "+name)
		}
	}
	slices.Sort(differences)
	return differences, len(theirs), nil
}

func readDiscovery(folder string) (map[string]discovered, error) {
	files, err := filepath.Glob(filepath.Join(folder, "api*__*.json"))
	if err != nil {
		return nil, err
	}
	result := map[string]discovered{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var document struct {
			GroupVersion string
			Resources    []discovered
		}
		if err := json.Unmarshal(text, &document); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		prefix := document.GroupVersion + "/"
		if !strings.Contains(document.GroupVersion, "/") {
			prefix = "/" + prefix
		}
		for _, resource := range document.Resources {
			result[prefix+resource.Name] = resource
		}
	}
	return result, nil
}
