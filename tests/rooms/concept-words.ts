import type { Language } from '#lib/i18n/languages.ts';

/** What a language calls a concept, and what else it might be called: by translators at another time, or in another trade. */
type Words = readonly [word: RegExp, others: RegExp];

interface Concept {
  /** Where a text says it, in English; what is filled in does not count. */
  readonly english: RegExp;
  /** A text that is its name, or has it. */
  readonly named: string;
  /** Texts that mean something else by the English word. */
  readonly elsewhere?: readonly string[];
  readonly words: Readonly<Partial<Record<Exclude<Language, 'en'>, Words>>>;
}

/** One word for one concept, in every language: readers take a second one for a second thing. */
export const CONCEPTS: Readonly<Record<string, Concept>> = {
  bot: {
    // A text that says strategy as well may say both.
    english: /^(?!.*strateg).*\bbots?\b/is,
    named: 'backtests.json.result.bot',
    // Of kinds, in the words of the picker that it stands beside.
    elsewhere: ['start.json.tour.step.picker.text'],
    words: {
      zh: [/机器人/, /策略(?!机器人)/],
      es: [/\bbot/i, /robot/i],
      pt: [/\bbot/i, /rob[oô]/i],
      ru: [/бот/i, /робот/i],
      tr: [/\bbot/i, /robot/i],
      vi: [/\bbot/i, /r[oô]-?b[oố]t/i],
      ja: [/ボット/, /ロボット/],
      ko: [/봇/, /로봇/],
      de: [/\bbot/i, /roboter/i],
      fr: [/\bbot/i, /robot/i],
      ar: [/روبوت/, /(?<!رو)بوت/],
    },
  },
  strategy: {
    english: /\bstrateg(?:y|ies)\b/i,
    named: 'pages.json.typical.strategy',
    words: {
      zh: [/策略/, /战略/],
      vi: [/chiến lược/i, /chiến thuật/i],
      ja: [/ストラテジー/, /戦略/],
      ko: [/전략/, /스트래티지/],
      ar: [/استراتيجي/, /خطة/],
    },
  },
  'copy of a bot': {
    english: /\b(?:cop(?:y|ies|ied|ying)|copiers?)\b/i,
    named: 'glossary.json.terms.copies.name',
    elsewhere: [
      // Into the clipboard, or into a form of one's own.
      'books.json.poster.copied',
      'books.json.poster.copy',
      'common.json.action.copy',
      'notifications.json.settings.copy',
      'notifications.json.settings.copied',
      'public.json.detail.copyParameters.label',
      'public.json.detail.copyParameters.why',
      'public.json.detail.copyParameters.notSupported',
      // Made for a reckoning, and of the books of the exchange.
      'glossary.json.terms.move_in_bots.text',
      'portfolio.json.moves.note',
      'refusals.json.store-waits',
    ],
    words: {
      zh: [/跟单/, /复制|跟随|拷贝/],
      es: [/c[oó]pi/i, /réplica|clon/i],
      pt: [/c[oó]pi/i, /réplica|clon/i],
      ru: [/копи/i, /клон|дубл|реплик/i],
      tr: [/kopya/i, /klon|çoğalt/i],
      vi: [/bản sao|sao chép/i, /nhân bản|\bcopy/i],
      ja: [/コピー/, /複製|複写/],
      ko: [/복사/, /복제|카피/],
      de: [/kopie/i, /klon|duplikat|nachgebildet/i],
      fr: [/copi/i, /clon|réplique/i],
      ar: [/نسخ/, /استنساخ/],
    },
  },
  provider: {
    english: /\bproviders?\b/i,
    named: 'refusals.json.provider-unknown',
    words: {
      zh: [/创建者/, /带单者|提供者|发布者/],
      es: [/proveedor/i, /creador|\bautor/i],
      pt: [/provedor/i, /criador|fornecedor|\bautor/i],
      ru: [/провайдер/i, /поставщик|создател|автор(?!егист)/i],
      tr: [/sağlayıcı/i, /oluşturan|yaratıcı/i],
      vi: [/nhà cung cấp/i, /người (?:tạo|chia sẻ)/i],
      ja: [/提供者/, /プロバイダー|作成者/],
      ko: [/제공자/, /공급자|작성자/],
      de: [/anbieter/i, /ersteller|provider/i],
      fr: [/fournisseur/i, /créateur|auteur|prestataire/i],
      ar: [/مزوّد/, /مقدّم|منشئ|صاحب|مزود/],
    },
  },
  'profit share': {
    english: /\bprofit shares?\b|\bshares? of profit\b/i,
    named: 'books.json.term.profit_share',
    words: {
      zh: [/分成/, /分润|提成/],
      es: [/reparto/i, /participaci|beneficio/i],
      pt: [/divis/i, /participaç|repasse/i],
      vi: [/chia lợi nhuận/i, /chia lãi|hoa hồng/i],
      ja: [/利益分配/, /利益シェア|分け前|レベニュー/],
      ko: [/수익 분배/, /이익 배분|수익 공유/],
      de: [/gewinnbeteiligung/i, /profit-?share|gewinnteilung/i],
      fr: [/part/i, /bénéfice/i],
      ar: [/حص/, /عمولة|نصيب/],
    },
  },
  'trailing grid': {
    english: /\btrail/i,
    named: 'glossary.json.terms.trailing.name',
    words: {
      zh: [/移动/, /追踪|跟随|跟踪/],
      es: [/trailing/i, /móvil|seguimiento/i],
      pt: [/trailing/i, /móvel|acompanh/i],
      ru: [/трейлинг/i, /следящ|следующ|скользящ|плавающ/i],
      tr: [/takip(?! eden)/i, /takip eden|izleyen|kayan|trailing/i],
      vi: [/bám/i, /theo đuổi|trailing|trượt/i],
      ja: [/トレーリング/, /追従|追尾|追跡/],
      ko: [/트레일링/, /추적|추종/],
      de: [/trailing/i, /nachzieh|mitlauf|\bfolgen/i],
      fr: [/trailing/i, /suiveu|mobile|glissant/i],
      ar: [/تبّع/, /متحرّ?ك|ملاحق|متتبع/],
    },
  },
  grid: {
    english: /\bgrids?\b/i,
    named: 'glossary.json.terms.grids.name',
    words: {
      zh: [/网格/, /栅格|方格/],
      es: [/\bgrid/i, /cuadrícula|rejilla|malla/i],
      pt: [/\bgrid/i, /\bgrades?\b|malha/i],
      ru: [/сет(?:ок|к|оч)/i, /грид|решётк/i],
      tr: [/grid/i, /ızgara|şebeke/i],
      vi: [/lưới/i, /\bgrid/i],
      ja: [/グリッド/, /格子|網目/],
      ko: [/그리드/, /격자/],
      de: [/grid/i, /raster|gitter/i],
      fr: [/grille/i, /\bgrid/i],
      ar: [/شبك/, /غريد|جريد/],
    },
  },
  'trigger price': {
    english: /\btrigger price/i,
    named: 'glossary.json.terms.trigger_price.name',
    words: {
      zh: [/触发价/, /激活价|启动价/],
      es: [/activación/i, /disparo|gatillo/i],
      pt: [/gatilho/i, /ativação|acionamento|disparo/i],
      ru: [/триггер/i, /активаци|срабатыван/i],
      tr: [/tetik/i, /aktivasyon|başlatma/i],
      vi: [/kích hoạt/i, /trigger|khởi động/i],
      ja: [/トリガー/, /発動|起動/],
      ko: [/트리거/, /발동|촉발/],
      de: [/trigger/i, /auslös|aktivierung/i],
      fr: [/déclenche/i, /trigger|activation/i],
      ar: [/تفعيل/, /زناد|تنشيط/],
    },
  },
  'stop loss': {
    english: /\bstop loss/i,
    named: 'glossary.json.terms.stop_loss.name',
    words: {
      zh: [/止损/, /停损/],
      es: [/stop loss/i, /stop-loss|límite de pérdida/i],
      pt: [/stop loss/i, /stop-loss|limite de perda/i],
      ru: [/стоп-лосс/i, /стоп лосс|ограничени\S* убытк/i],
      tr: [/zarar durdur/i, /zarar kes|stop loss/i],
      vi: [/cắt lỗ/i, /dừng lỗ|stop loss/i],
      ja: [/損切り/, /ストップロス|損失制限/],
      ko: [/손절/, /스탑|스톱|손실 제한/],
      de: [/stop-loss/i, /stop loss|verlustgrenze/i],
      fr: [/stop loss/i, /stop-loss|seuil de perte/i],
      ar: [/وقف (?:ال)?خسارة/, /إيقاف الخسارة|حد الخسارة/],
    },
  },
  'take profit': {
    english: /\btake[- ]profit/i,
    named: 'glossary.json.terms.take_profit.name',
    words: {
      zh: [/止盈/, /获利了结|停利/],
      es: [/take profit/i, /take-profit|toma de/i],
      pt: [/take profit/i, /take-profit|realiza\S* de lucro/i],
      ru: [/тейк-профит/i, /тейк профит|фиксаци/i],
      tr: [/kâr al/i, /take profit|kâr kes/i],
      vi: [/chốt lời/i, /chốt lãi|take profit/i],
      ja: [/利確/, /利益確定|テイクプロフィット/],
      ko: [/익절/, /이익 실현|테이크/],
      de: [/take-profit/i, /take profit|gewinnmitnahme/i],
      fr: [/take profit/i, /take-profit|prise de/i],
      ar: [/جني (?:ال)?أرباح/, /جني الربح|أخذ الربح/],
    },
  },
  margin: {
    // Loans on which margin trading runs have their own word where traders say another one.
    english: /\bmargin\b(?! (?:grid|loan|account))/i,
    named: 'glossary.json.terms.margin.name',
    words: {
      zh: [/保证金/, /抵押|押金/],
      es: [/margen/i, /garantía|colateral/i],
      pt: [/margem/i, /garantia|colateral/i],
      ru: [/марж/i, /залог|обеспечени/i],
      tr: [/teminat/i, /marjin(?! (?:grid|kredi|hesap))/i],
      vi: [/ký quỹ/i, /margin|thế chấp/i],
      ja: [/証拠金/, /マージン(?!グリッド|借入|アカウント)/],
      ko: [/증거금/, /마진(?! (?:그리드|대출|계정))/],
      de: [/margin/i, /sicherheit|marge/i],
      fr: [/marge/i, /garantie|collatéral/i],
      ar: [/هامش/, /ضمان|تأمين(?! )/],
    },
  },
  leverage: {
    english: /\bleverage\b/i,
    named: 'glossary.json.terms.leverage.name',
    words: {
      zh: [/杠杆/, /槓桿/],
      es: [/apalancamiento/i, /palanca\b|leverage/i],
      pt: [/alavancagem/i, /leverage/i],
      ru: [/плеч/i, /рычаг|левередж/i],
      tr: [/kaldıra[çc]/i, /leverage/i],
      vi: [/đòn bẩy/i, /leverage/i],
      ja: [/レバレッジ/, /てこ/],
      ko: [/레버리지/, /지렛대/],
      de: [/hebel/i, /leverage/i],
      fr: [/levier/i, /leverage/i],
      ar: [/رافع/, /ليفر/],
    },
  },
  'weight of a coin': {
    english: /\bweights?\b/i,
    named: 'glossary.json.terms.target_share.name',
    elsewhere: ['glossary.json.terms.center_of_gravity.text'],
    words: {
      zh: [/占比/, /权重|比重/],
      es: [/proporci/i, /peso|ponderaci/i],
      pt: [/propor/i, /peso|pondera/i],
      ru: [/дол[яюией]/i, /\sвес(?:а|ов|ом|у)?(?![а-я])/i],
      tr: [/pay/i, /ağırlık/i],
      vi: [/tỷ trọng/i, /trọng số/i],
      ja: [/比率/, /ウェイト|重み/],
      ko: [/비중/, /가중치/],
      de: [/anteil/i, /gewicht/i],
      fr: [/part/i, /poids|pondération/i],
      ar: [/حص/, /وزن|أوزان/],
    },
  },
  investment: {
    english: /\binvestment\b/i,
    named: 'glossary.json.terms.investment.name',
    words: {
      zh: [/投资/, /本金/],
      es: [/inversi/i, /aporte|aportaci/i],
      pt: [/investi/i, /aporte|aplicaç/i],
      ru: [/инвестиц/i, /вложени/i],
      tr: [/yatırım/i, /sermaye/i],
      vi: [/vốn/i, /khoản đầu tư/i],
      ja: [/投資/, /出資/],
      ko: [/투자/, /출자/],
      de: [/invest/i, /anlage|einlage/i],
      fr: [/investi/i, /placement|\bmise\b/i],
      ar: [/استثمار/, /توظيف/],
    },
  },
  drawdown: {
    english: /\bdrawdowns?\b/i,
    named: 'glossary.json.terms.drawdown.name',
    words: {
      zh: [/回撤/, /回落/],
      es: [/drawdown/i, /retroceso|caída máxima/i],
      pt: [/drawdown/i, /recuo|queda máxima/i],
      ru: [/просад/i, /дродаун/i],
      tr: [/düşüş/i, /drawdown/i],
      vi: [/sụt giảm/i, /drawdown/i],
      ja: [/ドローダウン/, /下落率/],
      ko: [/낙폭/, /드로다운/],
      de: [/drawdown/i, /rückgang/i],
      fr: [/drawdown/i, /\brepli\b|baisse maximale/i],
      ar: [/تراجع/, /انخفاض/],
    },
  },
  funding: {
    english: /\bfunding\b/i,
    named: 'glossary.json.terms.funding.name',
    words: {
      zh: [/资金费/, /资金费用|融资/],
      es: [/financiación/i, /funding|financiamiento/i],
      pt: [/financiamento/i, /funding/i],
      ru: [/финансирован/i, /фандинг/i],
      tr: [/fonlama/i, /funding|finansman/i],
      vi: [/funding/i, /tài trợ/i],
      ja: [/資金調達/, /ファンディング/],
      ko: [/펀딩/, /자금 조달/],
      de: [/funding/i, /finanzierung/i],
      fr: [/financement/i, /funding/i],
      ar: [/تمويل/, /فاندينغ/],
    },
  },
  backtest: {
    english: /\bbacktests?\b/i,
    named: 'glossary.json.terms.backtest.name',
    words: {
      zh: [/回测/, /历史测试/],
      es: [/backtest/i, /prueba histórica|simulaci/i],
      pt: [/backtest/i, /teste histórico|simulaç/i],
      ru: [/бэктест/i, /бектест|тест на истории/i],
      tr: [/geri test/i, /backtest|geriye dönük/i],
      vi: [/backtest/i, /kiểm thử|kiểm tra lại/i],
      ja: [/バックテスト/, /過去検証/],
      ko: [/백테스트/, /과거 검증/],
      de: [/backtest/i, /rücktest/i],
      fr: [/backtest/i, /test rétro|simulation/i],
      ar: [/اختبار تاريخي/, /رجعي|باك/],
    },
  },
  replay: {
    english: /\breplay(?:s|ed|ing)?\b/i,
    named: 'replay.json.proof.started',
    words: {
      zh: [/回放/, /重放|重演/],
      es: [/reproduc/i, /repetic|repetir/i],
      pt: [/reprodu/i, /repeti|replay/i],
      ru: [/воспроиз/i, /проигр|повтор/i],
      tr: [/oynat/i, /tekrar(?:lar|ın)|deneme(?!k)/i],
      vi: [/chạy lại/i, /phát lại/i],
      ja: [/リプレイ/, /再現|再生/],
      ko: [/리플레이/, /재현|재생/],
      de: [/wiedergabe/i, /replay|das nachspielen/i],
      fr: [/relecture/i, /rejeu|replay/i],
      ar: [/إعادة التشغيل/, /محاكاة/],
    },
  },
  parameter: {
    english: /\bparameters?\b/i,
    named: 'backtests.json.result.neighbours.field',
    words: {
      zh: [/参数/, /变量/],
      ja: [/パラメーター/, /パラメータ(?!ー)/],
      ko: [/매개변수/, /파라미터/],
      ar: [/معلم/, /معاملات|معايير|بارامتر/],
    },
  },
  fee: {
    // What a liquidation costs beside them has a name of its own.
    english: /(?<!liquidation )\bfees?\b/i,
    named: 'glossary.json.terms.fees.name',
    words: {
      es: [/comisi/i, /tarifa|\bcuota/i],
      pt: [/taxa/i, /comiss|tarifa/i],
      ru: [/комисси/i, /\bсбор/i],
      tr: [/komisyon/i, /(?<!\p{L})ücret(?!siz)/iu],
      ja: [/手数料/, /フィー/],
      ko: [/수수료/, /비용료/],
      de: [/gebühr/i, /provision|entgelt/i],
      fr: [/frais/i, /commission/i],
    },
  },
};

/** What is filled in has English names: `{leverage}`. */
const said = (text: string): string => text.replace(/\{\w+/g, '{');

/** What a language calls in another word than its own, as "concept: key – text". */
export function otherWords(
  language: Exclude<Language, 'en'>,
  english: ReadonlyMap<string, string>,
  texts: ReadonlyMap<string, string>,
): string[] {
  return Object.entries(CONCEPTS).flatMap(([concept, { english: says, named, elsewhere = [], words }]) => {
    const [word, others] = words[language] ?? [];
    if (word === undefined || others === undefined) return [];
    const name = said(texts.get(named) ?? '');
    const mixed = [...texts].filter(
      ([key, text]) => says.test(said(english.get(key) ?? '')) && others.test(said(text)) && !elsewhere.includes(key),
    );
    return [
      ...(word.test(name) ? [] : [`${concept}: ${named} has not its word – ${name}`]),
      ...mixed.map(([key, text]) => `${concept}: ${key} – ${text}`),
    ];
  });
}
