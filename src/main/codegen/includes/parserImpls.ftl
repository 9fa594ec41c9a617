<#-- The statements of Sash. Each production returns a finished Statement; what it takes to build
     one is in dev.sash.sql.GrammarActions. The entry is SashStatementEof, Calcite's own statement
     list is not used. -->

/** A statement, perhaps with a semicolon, and nothing after it. */
Statement SashStatementEof() :
{
    final Statement statement;
}
{
    (
        statement = SashCreate()
    |
        statement = SashDrop()
    |
        statement = SashShow()
    |
        statement = SashDescribe()
    |
        statement = SashExplain()
    |
        statement = SashSet()
    |
        statement = SashAdvance()
    |
        statement = SashWait()
    |
        statement = SashDrain()
    |
        statement = SashHold()
    |
        statement = SashSubscribe()
    |
        statement = SashReprocess()
    |
        statement = SashAdvise()
    |
        statement = SashInsert()
    |
        statement = SashQuery()
    )
    [ <SEMICOLON> ]
    <EOF>
    { return statement; }
}

/** {@code ts AT TIME ZONE 'Europe/Berlin'}. */
void AtTimeZone(List<Object> list, ExprContext exprContext, Span s) :
{
    final SqlNode zone;
}
{
    <AT> { checkNonQueryExpression(exprContext); }
    <TIME> <ZONE>
    zone = AtomicRowExpression()
    {
        list.add(new SqlParserUtil.ToTreeListItem(AtTimeZone.OPERATOR, s.pos()));
        list.add(zone);
    }
}

Statement SashCreate() :
{
    final Span s;
    boolean replace = false;
    final Statement statement;
}
{
    <CREATE> { s = span(); }
    [ <OR> <REPLACE> { replace = true; } ]
    (
        statement = SashCreateStream(s, replace)
    |
        statement = SashCreateView(s, replace)
    |
        statement = SashCreateSink(s, replace)
    |
        statement = SashCreateFunction(s, replace)
    )
    { return statement; }
}

Statement SashCreateStream(Span s, boolean replace) :
{
    final boolean ifNotExists;
    final RelationName name;
    final StreamElements elements = new StreamElements();
}
{
    <STREAM>
    ifNotExists = SashIfNotExists()
    name = SashName()
    <LPAREN>
    SashStreamElement(elements)
    ( <COMMA> SashStreamElement(elements) )*
    <RPAREN>
    [ <WITH> <LPAREN> SashOption(elements) ( <COMMA> SashOption(elements) )* <RPAREN> ]
    { return elements.createStream(name, replace, ifNotExists, s.end(this)); }
}

/** A column, perhaps filled on arrival, or WATERMARK FOR column AS expression. */
void SashStreamElement(StreamElements elements) :
{
    final SqlIdentifier column;
    final SqlDataTypeSpec type;
    final boolean nullable;
    final SqlNode expression;
    SqlNode byDefault = null;
    final Span s;
}
{
    LOOKAHEAD(2)
    <WATERMARK> { s = span(); }
    <FOR> column = SimpleIdentifier()
    <AS> expression = Expression(ExprContext.ACCEPT_SUB_QUERY)
    { elements.watermark(column, expression, s.end(this)); }
|
    <PRIMARY> { s = span(); }
    <KEY> { throw GrammarActions.primaryKey(s.end(this)); }
|
    column = SimpleIdentifier() { s = Span.of(column); }
    (
        type = DataType()
        nullable = NullableOptDefaultTrue()
        [ <DEFAULT_> byDefault = Expression(ExprContext.ACCEPT_NON_QUERY) ]
        { elements.column(column, type, nullable, byDefault, s.end(this)); }
    |
        <AS> expression = Expression(ExprContext.ACCEPT_NON_QUERY)
        { elements.computed(column, expression, s.end(this)); }
    )
}

/** key = value; the key is a string or words with dots between them. */
void SashOption(StreamElements elements) :
{
    final String key;
    final SqlIdentifier words;
    final SqlParserPos keyPos;
    final OptionValue value;
}
{
    (
        key = SimpleStringLiteral() { keyPos = getPos(); }
    |
        words = CompoundTableIdentifier() {
            key = String.join(".", words.names);
            keyPos = words.getParserPosition();
        }
    )
    <EQ>
    value = SashValue(keyPos)
    { elements.option(key, value); }
}

/** A string, a number with or without sign, TRUE or FALSE. */
OptionValue SashValue(SqlParserPos namePos) :
{
    final String text;
    final Span s;
}
{
    text = SimpleStringLiteral() {
        return GrammarActions.value(OptionValue.Kind.STRING, text, namePos, getPos());
    }
|
    <TRUE> { return GrammarActions.value(OptionValue.Kind.BOOLEAN, "true", namePos, getPos()); }
|
    <FALSE> { return GrammarActions.value(OptionValue.Kind.BOOLEAN, "false", namePos, getPos()); }
|
    <MINUS> { s = span(); }
    text = SashNumber() {
        return GrammarActions.value(OptionValue.Kind.NUMBER, "-" + text, namePos, s.end(this));
    }
|
    [ <PLUS> ]
    text = SashNumber() {
        return GrammarActions.value(OptionValue.Kind.NUMBER, text, namePos, getPos());
    }
}

String SashNumber() :
{
}
{
    ( <UNSIGNED_INTEGER_LITERAL> | <DECIMAL_NUMERIC_LITERAL> | <APPROX_NUMERIC_LITERAL> )
    { return token.image; }
}

Statement SashCreateView(Span s, boolean replace) :
{
    final boolean ifNotExists;
    final RelationName name;
    RetainClause retain = null;
    final SqlNode query;
    EmitClause emit = null;
}
{
    <MATERIALIZED> <VIEW>
    ifNotExists = SashIfNotExists()
    name = SashName()
    [ retain = SashRetain() ]
    <AS>
    query = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
    [ emit = SashEmit() ]
    {
        return GrammarActions.createView(
            name, replace, ifNotExists, retain, query, emit, s.end(this));
    }
}

RetainClause SashRetain() :
{
    final Span s;
    final RetainClause retain;
}
{
    <RETAIN> { s = span(); }
    (
        <LPAREN> retain = SashRetained(s) <RPAREN>
    |
        retain = SashRetained(s)
    )
    { return retain; }
}

RetainClause SashRetained(Span s) :
{
    final SqlLiteral age;
    final int count;
}
{
    <ALL> { return GrammarActions.retainAll(s.end(this)); }
|
    <LATEST> { return GrammarActions.retainLatest(s.end(this)); }
|
    age = IntervalLiteral() { return GrammarActions.retainAge(age, s.end(this)); }
|
    count = UnsignedIntLiteral()
    ( <WINDOWS> | <WINDOW> )
    { return GrammarActions.retainWindows(count, s.end(this)); }
}

boolean SashIfNotExists() :
{
}
{
    LOOKAHEAD(2)
    <IF> <NOT> <EXISTS> { return true; }
|
    { return false; }
}

RelationName SashName() :
{
    final SqlIdentifier id;
}
{
    id = CompoundTableIdentifier() { return GrammarActions.name(id); }
}

EmitClause SashEmit() :
{
    final Span s;
    final List<EmitClause.Trigger> triggers = new ArrayList<EmitClause.Trigger>();
    EmitClause.Trigger trigger;
    SqlLiteral lateness = null;
    EmitClause.Fill fill = null;
    EmitClause.Fill next;
}
{
    <EMIT> { s = span(); }
    trigger = SashTrigger() { triggers.add(trigger); }
    ( <COMMA> trigger = SashTrigger() { triggers.add(trigger); } )*
    (
        <ALLOW> { GrammarActions.checkFirst(lateness, getPos()); }
        <LATENESS> lateness = IntervalLiteral()
    |
        next = SashFill() { fill = GrammarActions.onlyFill(fill, next); }
    )*
    { return GrammarActions.emit(triggers, lateness, fill, s.end(this)); }
}

EmitClause.Trigger SashTrigger() :
{
    final Span s;
    final SqlLiteral period;
    EmitClause.Basis basis = EmitClause.Basis.PROCESSING_TIME;
    EmitClause.Scope scope = EmitClause.Scope.CURRENT_WINDOW;
}
{
    <EVERY> { s = span(); }
    period = IntervalLiteral()
    [
        ( <EVENT> { basis = EmitClause.Basis.EVENT_TIME; } | <PROCESSING> )
        <TIME>
    ]
    [
        <FOR>
        (
            <CURRENT> <WINDOW>
        |
            <ALL> <WINDOWS> { scope = EmitClause.Scope.ALL_WINDOWS; }
        )
    ]
    { return GrammarActions.every(period, basis, scope, s.end(this)); }
|
    <ON> { s = span(); }
    (
        [ <WINDOW> ] <CLOSE> { return GrammarActions.onClose(s.end(this)); }
    |
        <CHANGE> { return GrammarActions.onChange(s.end(this)); }
    )
|
    <AFTER> { s = span(); }
    <WATERMARK> { return GrammarActions.onClose(s.end(this)); }
|
    <FINAL> { return GrammarActions.onClose(getPos()); }
|
    <CHANGES> { return GrammarActions.onChange(getPos()); }
}

EmitClause.Fill SashFill() :
{
    final Span s;
    SqlLiteral within = null;
}
{
    <FILL> { s = span(); }
    <EMPTY> <WINDOWS>
    [ <WITHIN> within = IntervalLiteral() ]
    { return GrammarActions.fill(within, s.end(this)); }
}

Statement SashQuery() :
{
    final Span s;
    final SqlNode query;
    EmitClause emit = null;
}
{
    // Not every query node knows its place, so it comes from the first token.
    { s = SashNextToken(); }
    query = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
    [ emit = SashEmit() ]
    { return GrammarActions.query(query, emit, s.end(this)); }
}

JAVACODE Span SashNextToken() {
    final Token next = getToken(1);
    return Span.of(
        new SqlParserPos(next.beginLine, next.beginColumn, next.endLine, next.endColumn));
}

Statement SashInsert() :
{
    final SqlNode insert;
    EmitClause emit = null;
}
{
    insert = SqlInsert()
    [ emit = SashEmit() ]
    { return GrammarActions.insert((SqlInsert) insert, emit, Span.of(insert).end(this)); }
}

/** Where the changes of a view go. */
Statement SashCreateSink(Span s, boolean replace) :
{
    final boolean ifNotExists;
    final RelationName name;
    final RelationName view;
    final StreamElements elements = new StreamElements();
}
{
    <SINK> { GrammarActions.checkNotReplaced(replace, getPos()); }
    ifNotExists = SashIfNotExists()
    name = SashName()
    <FROM> view = SashName()
    <WITH> <LPAREN> SashOption(elements) ( <COMMA> SashOption(elements) )* <RPAREN>
    { return elements.createSink(name, ifNotExists, view, s.end(this)); }
}

/** A function of the user's own: its class, or class and method, as a text. */
Statement SashCreateFunction(Span s, boolean replace) :
{
    final boolean aggregate;
    final boolean ifNotExists;
    final RelationName name;
    final String target;
    final SqlParserPos targetPos;
}
{
    (
        <AGGREGATE> { aggregate = true; }
    |
        <FUNCTION> { aggregate = false; }
    )
    ifNotExists = SashIfNotExists()
    name = SashName()
    <FOR> target = SimpleStringLiteral() { targetPos = getPos(); }
    {
        return GrammarActions.createFunction(
            aggregate, name, replace, ifNotExists, target, targetPos, s.end(this));
    }
}

Statement SashDrop() :
{
    final Span s;
    final Statement.DropKind kind;
    boolean ifExists = false;
    final RelationName name;
}
{
    <DROP> { s = span(); }
    (
        <STREAM> { kind = Statement.DropKind.STREAM; }
    |
        [ <MATERIALIZED> ] <VIEW> { kind = Statement.DropKind.VIEW; }
    |
        <SINK> { kind = Statement.DropKind.SINK; }
    |
        <AGGREGATE> { kind = Statement.DropKind.AGGREGATE; }
    |
        <FUNCTION> { kind = Statement.DropKind.FUNCTION; }
    )
    [ LOOKAHEAD(2) <IF> <EXISTS> { ifExists = true; } ]
    name = SashName()
    { return GrammarActions.drop(kind, ifExists, name, s.end(this)); }
}

Statement SashShow() :
{
    final Span s;
    final Statement.ShowKind kind;
    String like = null;
}
{
    <SHOW> { s = span(); }
    (
        <PROGRESS>
        { return SashShowProgress(s); }
    |
        <WINDOWS>
        { return SashShowWindows(s); }
    |
        <STREAMS> { kind = Statement.ShowKind.STREAMS; }
    |
        [ <MATERIALIZED> ] <VIEWS> { kind = Statement.ShowKind.VIEWS; }
    |
        <SINKS> { kind = Statement.ShowKind.SINKS; }
    |
        <FUNCTIONS> { kind = Statement.ShowKind.FUNCTIONS; }
    )
    [ <LIKE> like = SimpleStringLiteral() ]
    { return GrammarActions.show(kind, like, s.end(this)); }
}

Statement SashShowProgress(Span s) :
{
    RelationName view = null;
}
{
    [ [ <FOR> ] view = SashName() ]
    { return GrammarActions.showProgress(view, s.end(this)); }
}

/** A window function without its time column, as an instant stands for it. */
Statement SashShowWindows(Span s) :
{
    final String timestamp;
    final SqlParserPos timestampPos;
    final SqlNode window;
}
{
    <FOR> [ <TIMESTAMP> ] timestamp = SimpleStringLiteral() { timestampPos = getPos(); }
    <USING> window = Expression(ExprContext.ACCEPT_NON_QUERY)
    { return GrammarActions.showWindows(timestamp, timestampPos, window, s.end(this)); }
}

/** The kind of the object may be named, but nothing depends on it. */
Statement SashDescribe() :
{
    final Span s;
    final RelationName name;
}
{
    <DESCRIBE> { s = span(); }
    (
        <STREAM> name = SashName()
    |
        LOOKAHEAD(
            { getToken(1).kind == VIEW
                && (getToken(2).kind == IDENTIFIER || getToken(2).kind == QUOTED_IDENTIFIER) })
        <VIEW> name = SashName()
    |
        LOOKAHEAD(2)
        <MATERIALIZED> <VIEW> name = SashName()
    |
        name = SashName()
    )
    { return GrammarActions.describe(name, s.end(this)); }
}

Statement SashExplain() :
{
    final Span s;
    final Statement statement;
}
{
    <EXPLAIN> { s = span(); }
    [ <EMPTY> { return SashExplainEmpty(s); } ]
    [ LOOKAHEAD(2) <PLAN> <FOR> ]
    (
        statement = SashCreate()
    |
        statement = SashInsert()
    |
        statement = SashQuery()
    )
    { return GrammarActions.explain(statement, s.end(this)); }
}

Statement SashExplainEmpty(Span s) :
{
    final RelationName view;
}
{
    view = SashName()
    { return GrammarActions.explainEmpty(view, s.end(this)); }
}

Statement SashSet() :
{
    final Span s;
    final SqlIdentifier name;
    OptionValue value = null;
}
{
    <SET> { s = span(); }
    name = CompoundTableIdentifier()
    ( <EQ> | <TO> )
    (
        <DEFAULT_>
    |
        value = SashSettingValue(name.getParserPosition())
    )
    { return GrammarActions.set(name, value, s.end(this)); }
}

OptionValue SashSettingValue(SqlParserPos namePos) :
{
    final OptionValue value;
    final SqlLiteral interval;
    final SqlIdentifier word;
}
{
    value = SashValue(namePos) { return value; }
|
    interval = IntervalLiteral() { return GrammarActions.interval(interval, namePos); }
|
    <ON> { return GrammarActions.value(OptionValue.Kind.WORD, "on", namePos, getPos()); }
|
    word = SimpleIdentifier() {
        return GrammarActions.value(
            OptionValue.Kind.WORD, word.getSimple(), namePos, word.getParserPosition());
    }
}

Statement SashAdvance() :
{
    final Span s;
    final SqlLiteral interval;
    final String timestamp;
}
{
    <ADVANCE> { s = span(); }
    <CLOCK>
    (
        <BY> interval = IntervalLiteral()
        { return GrammarActions.advanceBy(interval, s.end(this)); }
    |
        <TO> [ <TIMESTAMP> ] timestamp = SimpleStringLiteral()
        { return GrammarActions.advanceTo(timestamp, getPos(), s.end(this)); }
    )
}

Statement SashWait() :
{
    final Span s;
    final RelationName name;
}
{
    <WAIT> { s = span(); }
    <FOR> name = SashName()
    { return GrammarActions.waitFor(name, s.end(this)); }
}

Statement SashDrain() :
{
    final Span s;
    final RelationName name;
}
{
    <DRAIN> { s = span(); }
    name = SashName()
    { return GrammarActions.drain(name, s.end(this)); }
}

/** TIMESTAMP WITH LOCAL TIME ZONE in one word. */
SqlTypeNameSpec TimestampLtzType() :
{
    final Span s;
    final int precision;
}
{
    <TIMESTAMP_LTZ> { s = span(); } precision = PrecisionOpt()
    {
        return new SqlBasicTypeNameSpec(
            SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, precision, s.end(this));
    }
}

/** PAUSE, STOP or RESUME of a view. */
Statement SashHold() :
{
    final Span s;
    final Statement.HoldKind kind;
    final RelationName name;
}
{
    (
        <PAUSE> { kind = Statement.HoldKind.PAUSE; }
    |
        <STOP> { kind = Statement.HoldKind.STOP; }
    |
        <RESUME> { kind = Statement.HoldKind.RESUME; }
    )
    { s = span(); }
    name = SashName()
    { return GrammarActions.hold(kind, name, s.end(this)); }
}

Statement SashSubscribe() :
{
    final Span s;
    final RelationName name;
    boolean snapshot = false;
    String sequence = null;
}
{
    <SUBSCRIBE> { s = span(); }
    <TO> name = SashName()
    [ <WITH> <SNAPSHOT> { snapshot = true; } ]
    [ <FROM> <SEQ> <UNSIGNED_INTEGER_LITERAL> { sequence = token.image; } ]
    { return GrammarActions.subscribe(name, snapshot, sequence, s.end(this)); }
}

Statement SashReprocess() :
{
    final Span s;
    final RelationName name;
}
{
    <REPROCESS> { s = span(); }
    <LATE> name = SashName()
    { return GrammarActions.reprocess(name, s.end(this)); }
}

Statement SashAdvise() :
{
    final Span s;
    final RelationName stream;
}
{
    <ADVISE> { s = span(); }
    <WATERMARK> <FOR> stream = SashName()
    { return GrammarActions.adviseWatermark(stream, s.end(this)); }
}
