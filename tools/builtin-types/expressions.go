package main

import (
	"fmt"
	"go/ast"
	"go/types"

	"sigs.k8s.io/controller-tools/pkg/loader"
)

// expression writes a Go type expression as the data file does.
func expression(pkg *loader.Package, expr ast.Expr) (string, error) {
	switch e := expr.(type) {
	case *ast.Ident:
		return named(pkg, pkg.TypesInfo.TypeOf(e))
	case *ast.SelectorExpr:
		return named(pkg, pkg.TypesInfo.TypeOf(e))
	case *ast.StarExpr:
		inner, err := expression(pkg, e.X)
		return "*" + inner, err
	case *ast.ArrayType:
		if e.Len != nil {
			return "", fmt.Errorf("array of fixed length")
		}
		// Only the spelling `byte` makes base64 text of it, for encoding/json and controller-tools alike.
		if ident, ok := e.Elt.(*ast.Ident); ok && ident.Name == "byte" {
			return "[]byte", nil
		}
		inner, err := expression(pkg, e.Elt)
		return "[]" + inner, err
	case *ast.MapType:
		key, err := expression(pkg, e.Key)
		if err != nil {
			return "", err
		}
		value, err := expression(pkg, e.Value)
		return "map[" + key + "]" + value, err
	case *ast.InterfaceType:
		return "any", nil
	default:
		return "", fmt.Errorf("type expression %T", expr)
	}
}

func named(pkg *loader.Package, typ types.Type) (string, error) {
	switch t := typ.(type) {
	case *types.Basic:
		return t.Name(), nil
	case *types.Interface:
		return "any", nil
	case *types.Alias:
		if basic, ok := t.Rhs().(*types.Basic); ok && t.Obj().Pkg() == nil {
			return basic.Name(), nil
		}
		if t.Obj().Pkg() == nil {
			return "any", nil
		}
		return named(pkg, t.Rhs())
	case *types.Named:
		if t.Obj().Pkg() == nil {
			return "any", nil
		}
		path, name := t.Obj().Pkg().Path(), t.Obj().Name()
		prefix, known := packageNames[path]
		if !known {
			return "", fmt.Errorf("type %s.%s is of a package that the data file does not have", path, name)
		}
		if path == pkg.PkgPath {
			return name, nil
		}
		return prefix + "." + name, nil
	default:
		return "", fmt.Errorf("type %T", typ)
	}
}
