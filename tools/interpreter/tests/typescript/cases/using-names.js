const type = 1, interface_ = 2, namespace = 3, declare = 4, module = 5, as = 6, satisfies = 7, readonly = 8, is = 9, of = 10, abstract = 11, infer = 12, keyof = 13;
console.log(type, namespace, declare          , module, as       , satisfies                 , readonly, is, of, abstract, infer, keyof);
const o = { type: 1, as: 2, enum: 3, public: 4, private: 5, declare: 6, interface: 7, readonly: 8 };
class K { type = 1; declare = 2; readonly = 3; public = 4; abstract = 5; override() { return 1 } static static = 6;        readonly()         { return 3 } }
type
;
declare
;
console.log(o, new K(), o.as          , o.enum);
