"""Phrases of mail programs that announce quotations and sign emails, in many languages."""

from __future__ import annotations

import re

# ruff: noqa: RUF001 - letters of other languages


#: Links and pictures as programs write them into plain text.
LINK = re.compile(
    r"<\s{0,2}(?:https?:|mailto:|tel:|www\.|file:|cid:|#)[^<>]{0,600}>"
    r"|\[(?:image|cid|https?|mailto|tel):? ?[^\]\[]{0,300}\]"
    r"|\]?\((?:https?|mailto|tel):[^\s()]{1,500}\)"
)
#: Labels of the fields that programs repeat above a quoted email, by their role.
_LABELS = {
    "from": "from|von|absender|de|remitente|remetente|expéditeur|da|mittente|van|afzender|från"
    "|avsändare|fra|afsender|avsender|frá|lähettäjä|keneltä|od|nadawca|odesílatel|odosielateľ"
    "|pošiljatelj|šalje|feladó|küldő|de la|expeditor|от|подател|отправитель|від|від кого"
    "|відправник|од|шаље|από|αποστολέας|kimden|gönderen|saatja|kellelt|no|sūtītājs|nuo|siuntėjas"
    "|remitent|nork|dari|daripada|từ|người gửi|מאת|من|از|فرستنده|प्रेषक|จาก|差出人"
    "|送信者|发件人|發件人"
    "|寄件者|寄件人|보낸사람|보낸 사람|발신",
    "date": "sent|date|date sent|sent at|sent on|gesendet|gesendet am|datum|envoyé|envoyé le"
    "|date d'envoi|enviado|enviado el|enviado em|enviada|enviada em|data|data de envio|fecha"
    "|fecha de envío|inviato|inviato il|data di invio|verzonden|verzonden op|skickat|sendt|dato"
    "|dagsetning|lähetetty|päivämäärä|päiväys|wysłano|wysłane|data wysłania|odesláno"
    "|odoslané|dátum"
    "|poslano|poslato|elküldve|küldve|trimis|изпратено|отправлено|дата|дата отправления|надіслано"
    "|відправлено|послато|датум|στάλθηκε|ημερομηνία|ημερομηνία αποστολής|gönderildi|tarih"
    "|gönderme tarihi|saadetud|kuupäev|nosūtīts|datums|išsiųsta|enviat|dikirim|tanggal|dihantar"
    "|tarikh|đã gửi|ngày|ngày gửi|נשלח|תאריך"
    "|تم الإرسال|تاريخ الإرسال|التاريخ|تاريخ"
    "|تاریخ|ارسال شده"
    "|भेजा गया|दिनांक|ส่ง|ส่งเมื่อ|วันที่|送信日時|日付|日時|发送时间|发送日期|日期|时间|時間|寄件日期"
    "|傳送時間|傳送日期|보낸날짜|보낸 날짜|날짜",
    "to": "to|an|empfänger|à|pour|destinataire|destinataires|para|a|per|destinatario|destinatário"
    "|aan|till|til|vastaanottaja|kenelle|do|adresat|komu|pro|pre|prima|za|prejemnik|címzett"
    "|címzettek|către|до|на|кому|за|прима|προς|kime|alıcı|kellele|saaja|kam|adresāts|gavėjas|per a"
    "|nori|kepada|ke|tới|đến|người nhận|אל|إلى|الى|به|प्राप्तकर्ता|ถึง|宛先|收件人|收件者"
    "|받는사람|받는 사람|수신",
    "cc": "cc|kopie|kopia|copie|copia|cópia|dw|копия|копія|ccn|bcc|cci|cco|kopi|másolat|kópia"
    "|kopija|копие|κοιν|bilgi|עותק|نسخة|抄送|副本|참조",
    "subject": "subject|betreff|objet|sujet|asunto|assunto|oggetto|onderwerp|ämne|emne|efni|aihe"
    "|temat|předmět|predmet|zadeva|tárgy|subiect|относно|тема|предмет|наслов|θέμα|konu|teema|tēma"
    "|tema|assumpte|gaia|subjek|perihal|chủ đề|tiêu đề|נושא|הנדון|الموضوع|موضوع|विषय|เรื่อง"
    "|หัวเรื่อง|件名|主题|主題|主旨|제목",
    "other": "reply-to|reply to|importance|priority|antworten-an|antwort an|organization"
    "|attachments|anlagen|wichtigkeit|priorité|importancia|importância|prioridad|prioridade"
    "|répondre à|responder a|rispondi a|sent by",
}
#: Labels in Notes' lists of fields, which have no colons, above an address.
RESPOND_TO = frozenset(
    ("please respond to", "bitte antwort an", "veuillez répondre à", "por favor, responda a")
)
ROLE_BY_LABEL = {
    **{label: role for role, words in _LABELS.items() for label in words.split("|")},
    **dict.fromkeys(RESPOND_TO, "other"),
}

#: Verbs of attributions, at or near their end.
VERBS = re.compile(
    r"\b(?:wrote|writes|schrieb|schreibt|a écrit|a ecrit|écrivait|escribió|escribio|escreveu"
    r"|ha scritto|scrisse|schreef|skrev|napisał|napisała|napsal|napsala|napisao|napisala|napisal"
    r"|napísal|napísala|написал|написала|написа|написао|pisze|пишет|пише|написав|kirjoitti|yazdı|írta"
    r"|a scris|έγραψε|va escriure|ha escrit|escribiu|skrifaði|kirjutas|rašė|parašė|rakstīja"
    r"|đã viết|menulis|tulis)\b|写道|寫道|写到|書きました|のメール|のメッセージ|작성|썼습니다"
    r"|כתב|כתבה|كتب|كتبت|نوشت|लिखा|เขียน",
    re.IGNORECASE,
)

#: First words of attributions, in front of a date.
OPENERS = frozenset(
    ("on", "am", "le", "el", "il", "em", "op", "den", "dne", "dnia", "dňa", "w", "în", "la", "на",
     "в", "у", "u", "a", "på", "pe", "at", "no", "vào", "pada", "dana", "ons", "dia", "az", "στις",
     "την", "τη", "בתאריך", "في", "در", "เมื่อ")
)  # fmt: skip

#: `-----Original Message-----` and similar lines, without the dashes.
_WHOLE_MAIL = (
    "original message|original email|forwarded message|begin forwarded message"
    "|ursprüngliche nachricht|originalnachricht|original-nachricht|weitergeleitete nachricht"
    "|original nachricht|anfang der weitergeleiteten nachricht|message d['\u2019]origine"
    "|message original|courriel original|message initial|message transféré|message transmis"
    "|e-mail d['\u2019]origine|début du message réexpédié|début du message transféré"
    "|mensaje original"
    "|mensaje reenviado|inicio del mensaje reenviado|missatge original|missatge reenviat"
    "|mensaxe orixinal|mensagem original|mensagem encaminhada|mensagem reencaminhada"
    "|início da mensagem (?:re)?encaminhada|messaggio originale|messaggio inoltrato"
    "|inizio messaggio inoltrato|oorspronkelijk bericht|oorspronkelijke bericht"
    "|origineel bericht|(?:begin )?doorgestuurd bericht|ursprungligt meddelande"
    "|ursprungsmeddelande|vidarebefordrat (?:meddelande|brev)|oprindelig (?:meddelelse|besked)"
    "|videresendt (?:meddelelse|besked)|start på videresendt besked|opprinnelig melding"
    "|videresendt melding|original (?:meddelelse|melding)|upprunaleg skilaboð"
    "|oryginalna wiadomość|wiadomość oryginalna|wiadomość przekazana|przekazana wiadomość"
    "|początek przekazywanej wiadomości|původní (?:zpráva|e-mail)|přeposlaná zpráva"
    "|začátek přeposílané zprávy|pôvodná správa|preposlaná správa|izvorna poruka"
    "|originalna poruka|proslijeđena poruka|prosleđena poruka|izvirno sporočilo"
    "|posredovano sporočilo|исходное сообщение|оригинальное сообщение|исходное письмо"
    "|пересылаемое сообщение|пересланное сообщение|начало переадресованного сообщения"
    "|оригінальне повідомлення|початкове повідомлення|переслане повідомлення"
    "|оригинално съобщение|препратено съобщение|оригинална порука|изворна порука"
    "|alkuperäinen viesti|välitetty viesti|välitetty viesti alkaa|eredeti (?:üzenet|levél)"
    "|továbbított (?:üzenet|levél)|továbbított levél kezdete|orijinal (?:mesaj|ileti)"
    "|özgün ileti|iletilen (?:mesaj|ileti)|yönlendirilen mesaj|mesajul? original"
    "|mesaj redirecționat|αρχικό μήνυμα|προωθημένο μήνυμα|algne (?:sõnum|kiri)|edastatud kiri"
    "|sākotnējais ziņojums|oriģinālais ziņojums|pārsūtīts ziņojums|pradinis (?:laiškas|pranešimas)"
    "|originalus (?:laiškas|pranešimas)|persiunčiamas laiškas|pesan asli|pesan terusan"
    "|pesan yang diteruskan|mesej asal|thư gốc|tin nhắn gốc|thư chuyển tiếp"
    "|tin nhắn đã chuyển tiếp|הודעה מקורית|ההודעה המקורית|הודעה שהועברה|الرسالة الأصلية"
    "|رسالة أصلية|رسالة معاد توجيهها|پیام اصلی|मूल संदेश|अग्रेषित संदेश|ข้อความต้นฉบับ|ข้อความเดิม"
    "|元のメッセージ|転送されたメッセージ|転送メッセージ|オリジナルメッセージ"
    "|原始邮件|原邮件|转发邮件"
    "|转发的邮件|回复的原邮件|转发的原邮件|下面是被转发的邮件|原始郵件|原始信件"
    "|轉寄郵件|轉寄的郵件"
    "|원본 메시지|원본 메일|원래 메시지|전달된 메시지|전달된 메일"
)
WHOLE_MAIL = re.compile(
    rf"\s*[-_=*]{{2,40}} ?(?:{_WHOLE_MAIL})(?: ?[-_=*]{{2,40}}|:)?\s*"
    rf"|\s*(?:{_WHOLE_MAIL})\s?:?\s*"
    r"|\s*-{3,40} ?(?:original|(?:forwarded by|weitergeleitet von|réacheminé par|transféré par"
    r"|reenviado por|inoltrato da)\b[^-]{1,150}) ?-{3,40}\s*",
    re.IGNORECASE,
)
#: A line that people also write above their own words.
WEAK_WHOLE_MAIL = re.compile(r"\s*-{3,40} ?original ?-{3,40}\s*", re.IGNORECASE)

_DEVICE = (
    r"iphone|ipad|ipod|\bios\b|android|blackberry|galaxy|samsung|xiaomi|huawei|mobil\w*|handy|smartphone"
    r"|phone|tel[eé]fono|téléphone|telefon\w*|telefoon|tablet\w*|outlook|yahoo|mail"
    r"|gmail|proton\w*"
    r"|thunderbird|k-9|gmx|web\.de|windows|app|móvil|celular|cellulare|телефон\w*|устройств\w*"
    r"|айфон\w*|メール|携帯|手机|手機|휴대폰|جهاز|هاتف|אייפון|אנדרואיד|טלפון|ไอโฟน"
    r"|มือถือ|điện thoại|फ़ोन"
)
DEVICE = re.compile(_DEVICE, re.IGNORECASE)
#: Beginnings of lines that name the device or program an email was sent from.
_SENT_FROM = (
    r"(?:sent|composed) (?:from|with|via|using)|gesendet (?:von|mit|über|mittels|aus)"
    r"|verschickt (?:von|mit|über)|envoyé(?:e)? (?:de|d'|depuis|à partir de|avec|via|par)"
    r"|enviad[oa] (?:desde|do|da|de|a partir d[eoa]|com|con|via|vía|pelo|por|mediante)"
    r"|enviat (?:des de|des del|amb)|inviat[oa] (?:da|dal|dall'|con|tramite|via)"
    r"|(?:verzonden|verstuurd|gestuurd) (?:vanaf|vanuit|met|via|van)"
    r"|(?:skickat|skickades) (?:från|med|via)|sendt (?:fra|med|via)|sent úr"
    r"|wysłan[eoya] (?:z|ze|przez|za pomocą|w)|odesláno (?:z|ze|pomocí|přes)"
    r"|odoslané (?:z|zo|pomocou|cez)|poslano (?:s|sa|z|iz|pomoću|putem)|poslato (?:sa|s|iz|preko)"
    r"|послато (?:са|с|из|преко)|отправлено (?:с|со|из|через|при помощи|с помощью)"
    r"|надіслано (?:з|із|зі|через|за допомогою)|відправлено (?:з|із|зі|через)"
    r"|изпратено (?:от|с|чрез|през)|lähetetty|στάλθηκε (?:από|με|μέσω)|απεσταλμένο από"
    r"|trimis (?:de pe|din|cu|prin|de la)|elküldve|küldve|saadetud|nosūtīts (?:no|ar)"
    r"|išsiųsta (?:iš|naudojant|su)|dikirim (?:dari|melalui|dengan)|dihantar (?:daripada|dari)"
    r"|(?:đã )?(?:được )?gửi (?:từ|bằng|qua)|נשלח (?:מ|באמצעות|דרך)[\w-]*"
    r"|(?:تم الإرسال|أُرسلت|أرسلت|مرسل|أُرسل|أرسل) (?:من|بواسطة|عبر)"
    r"|(?:ارسال شده|فرستاده شده) (?:از|با)"
    r"|ส่งจาก|(?:发自|發自|来自|來自|傳送自|寄自|从|從)"
)
#: Endings of such lines, in languages that put the verb last.
_SENT_LAST = (
    r"gönderildi|küldve|lähetetty|saadetud|भेजा गया|(?:から|より)送信(?:しました|されました)?"
    r"|发送|發送|傳送|에서 (?:보냄|보냈습니다|발송됨|전송됨)"
)
#: Words between those and the name of a device or program.
_MY = (
    r"(?:my|the|mein\w*|dem|der|mon|ma|mi|el|meu|minha|meva|il|mio|mia|mijn|de|het|min|mitt|mit|minun"
    r"|mojego|mojej|mého|mé|môjho|mog|moje|mojega|мог|моего|моей|мого|моєї|моя|мой|το|τον|την|mano"
    r"|mana|minu|az|a|meul|ال|من|我的)"
)
_NAME = r"[^\s:;!?,]*[A-Z\u0391-\u03a9\u0400-\u042f][^\s:;!?,]*(?: [^\s:;!?,]+){0,4}"
_PLATFORM = r"(?:ios|android|iphone|ipad|mac|macos|windows|desktop|mobile)"
#: Lines below an email with the name of a device or program, whatever it is.
FOOTER = re.compile(
    rf"(?=.*(?:{_DEVICE}))(?:(?:{_SENT_FROM}).{{0,160}}|diese nachricht wurde von mein.{{0,160}}"
    rf"|outlook (?:voor|downloaden).{{0,160}}|.{{1,60}}(?:{_SENT_LAST})\.?)"
    rf"|(?:{_SENT_FROM}) ?(?:{_MY} ?){{0,2}}(?-i:{_NAME})\.?"
    rf"|(?:发自|發自|傳送自|寄自)[^。！？]{{1,30}}"
    rf"|[^\s:;!?,]{{1,30}}['\u2019][^\s:;!?,]{{1,10}} gönderildi\.?|[^。]{{1,40}}から送信"
    rf"|(?:von|mit) (?:mein[\w/]* .{{1,60}}|.{{0,60}}(?:{_DEVICE}).{{0,60}})"
    r" (?:gesendet|geschickt|verschickt)\.?"
    rf""
    rf"|.{{0,40}}www\.(?:avast|avg)\.com"
    rf"|(?:get|download|try|install|outlook|holen|lad\w*|télécharge[rz]?|obtene[rz]|obtén|obtenir|baixe"
    r"|obtenha|descarg\w+|scarica|ottieni|hämta|skaffa|hent|få|last ned|pobierz|hanki"
    r"|lataa|stáhn\w+"
    r"|získ\w+|скача\w+|загруз\w+|завантаж\w+|descărca\w+|preuzm\w+|indir\w*|edinin|letölt\w*)"
    rf"\b(?: [^\s.!?]+){{0,6}} (?:for|für|pour|para|per|voor|för|til|dla|для|pro|za|pentru|i|на)"
    rf" {_PLATFORM}(?: (?:beziehen|herunterladen|downloaden|holen))?\.?",
    re.IGNORECASE,
)
FOOTER_EXCUSE = re.compile(
    r"\s*(?:please excuse (?:my brevity|any typos)|diese nachricht wurde .{0,60} gesendet"
    r"|bitte entschuldigen sie die kürze).{0,80}",
    re.IGNORECASE,
)
