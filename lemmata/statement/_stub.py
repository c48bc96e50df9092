import ast

G=["alpha", "beta", "gamma", "delta", "epsilon", "theta", "lambda", "mu", "nu", "xi", "pi", "rho", "sigma", "tau", "phi", "psi", "omega", "eta", "kappa", "zeta", "Sigma", "Delta", "Phi"]
def symbol(name):
    if name=="lam": return r"\lambda"
    head,_,tail=name.partition("_")
    import re
    m=re.fullmatch(r"([A-Za-z]+?)(\d+)",head)
    sub=""
    if m: head,sub=m[1],m[2]
    base="\\"+head if head in G else head if len(head)==1 else rf"\mathrm{{{head}}}"
    sub=",".join(x for x in (sub,tail.replace('_',' ')) if x)
    if tail=="star": return base+r"^\ast"
    if len(sub)>1: sub=rf"\text{{{sub}}}"
    return base+(f"_{{{sub}}}" if sub else "")
def expression(node,names=None):
    e=expression
    match node:
        case ast.Constant(value=v):
            from lemmata.statement.numerals import is_number, numeral
            return numeral(v) if is_number(v) else rf"\mathrm{{{getattr(v,'__name__',v)}}}".replace("_",r"\_")
        case ast.Attribute(attr=a): return symbol(a)
        case ast.Name(id=a): return symbol(a)
        case ast.BinOp(left=l,op=o,right=r):
            t=type(o).__name__
            if t=="Pow": return f"{{{e(l)}}}^{{{e(r)}}}"
            L,R=e(l),e(r)
            if t in("Mult","Div"):
                L=f"({L})" if isinstance(l,ast.BinOp) and isinstance(l.op,(ast.Add,ast.Sub)) else L
                R=f"({R})" if isinstance(r,ast.BinOp) and isinstance(r.op,(ast.Add,ast.Sub)) else R
            return L+{"Add":"+","Sub":"-","Mult":r"\cdot ","Div":"/","FloorDiv":"//","Mod":r"\bmod "}[t]+R
        case ast.UnaryOp(operand=x): return "-"+e(x)
        case ast.Call(func=f,args=a): return e(f)+"("+", ".join(map(e,a))+")"
        case ast.Compare(left=l,ops=o,comparators=c):
            s=e(l)
            for op,x in zip(o,c): s+={"Lt":"<","LtE":r"\le ","Gt":">","GtE":r"\ge ","Eq":"=","NotEq":r"\ne "}.get(type(op).__name__,"?")+e(x)
            return s
    return r"\text{"+ast.unparse(ast.fix_missing_locations(node))+"}"
